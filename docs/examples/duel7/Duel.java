// A persistent player of the sliding duel: slides the first piece that can move.
// Run it with java Duel.java, or javac Duel.java and java Duel.
import java.util.Arrays;
import java.util.List;
import java.util.Scanner;

class Duel {
    public static void main(String[] arguments) {
        Scanner input = new Scanner(System.in);
        while (input.hasNextLine()) {
            String line = input.nextLine();
            if (line.equals("quit")) break;
            String[] words = line.split("\t");
            String[] halves = words[1].substring(1).split("O");
            List<String> own = Arrays.asList(halves[words[0].equals("X") ? 0 : 1].trim().split(" "));
            List<String> taken = Arrays.asList(words[1].split(" "));
            System.out.println(firstMove(own, taken)); // println flushes
        }
    }

    static String firstMove(List<String> own, List<String> taken) {
        int[][] steps = {{-1, 0}, {0, -1}, {0, 1}, {1, 0}};
        for (String square : own)
            for (int[] step : steps) {
                char row = (char) (square.charAt(0) + step[0]), column = (char) (square.charAt(1) + step[1]);
                String target = "" + row + column;
                if (target.matches("[a-g][1-7]") && !taken.contains(target)) return square + " " + target;
            }
        return "? no piece can be slid";
    }
}

/* A persistent player of the sliding duel: slides the first piece that can move. gcc -o duel duel.c */
#include <stdio.h>
#include <string.h>

int main(void) {
    char line[1024], board[7][7], side, owner = ' ';
    const int down[] = {-1, 0, 0, 1}, across[] = {0, -1, 1, 0};
    while (fgets(line, sizeof line, stdin) && strncmp(line, "quit", 4)) {
        side = line[0];
        memset(board, '.', sizeof board);
        for (char *word = strtok(line + 2, " \t"); word; word = strtok(NULL, " \t"))
            if (*word == 'X' || *word == 'O')
                owner = *word;
            else if (*word >= 'a' && *word <= 'g')
                board[word[0] - 'a'][word[1] - '1'] = owner;
        for (int at = 0; at < 49 * 4; at++) {
            int row = at / 28, column = at / 4 % 7, to = row + down[at % 4], beside = column + across[at % 4];
            if (board[row][column] != side || to < 0 || to > 6 || beside < 0 || beside > 6
                || board[to][beside] != '.')
                continue;
            printf("%c%d %c%d\n", 'a' + row, column + 1, 'a' + to, beside + 1);
            fflush(stdout); /* otherwise the line stays in the buffer */
            break;
        }
    }
    return 0;
}

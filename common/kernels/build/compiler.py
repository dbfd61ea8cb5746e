"""The compiler: turn linked kernels into one WebAssembly module.

Numba only infers types and generates LLVM code, one kernel at a time. A kernel comes after those that it
calls, which it sees as external functions. LLVM links and optimizes everything once, wasm-ld makes a module
of it. Each kernel has one signature. A literal or a truth value as an argument counts as an int.
"""

from __future__ import annotations

import builtins
import ctypes
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from graphlib import CycleError, TopologicalSorter
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

os.environ["NUMBA_OPT"] = "0"  # `optimize` optimizes the whole

import llvmlite.binding as llvm
import numpy
from llvmlite import ir
from numba import from_dtype, njit, types

from common.kernels.build.bitset128 import Constant, two_words
from common.kernels.build.intrinsics import INSTRUCTIONS, make_call
from common.kernels.kernel import (
    STATE_PARAMETERS,
    entry_words,
    fits_word,
    global_names,
    is_table,
    link,
    parameter_names,
)
from common.kernels.linked_kernels import LinkedKernels

OPTIONS: dict[str, Any] = {
    "nogil": True,
    "error_model": "numpy",
    "no_cpython_wrapper": True,
    "no_cfunc_wrapper": True,
}
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+simd128"
LINKER_OPTIONS = (
    *("--no-entry", "--import-memory", "--strip-all", "--allow-undefined", "--export=__heap_base"),
    *("-z", f"stack-size={1 << 20}"),
)
MAX_RESULT_WORDS = 30
TOOLS = ("numba", "llvmlite", "ziglang")
# A dummy address for external kernels: the code that Numba loads is never run.
DUMMY_TARGET = ctypes.c_int64()
# The parts of a compiler's runtime that LLVM calls for shifts of 128 bits.
RUNTIME = """
typedef unsigned long long word;
typedef struct { word low, high; } pair;
void __ashlti3(pair *to, word low, word high, int count) {
  if (count >= 64) { to->high = low << (count - 64); to->low = 0; }
  else if (count) { to->high = high << count | low >> (64 - count); to->low = low << count; }
  else { to->low = low; to->high = high; }
}
void __lshrti3(pair *to, word low, word high, int count) {
  if (count >= 64) { to->low = high >> (count - 64); to->high = 0; }
  else if (count) { to->low = low >> count | high << (64 - count); to->high = high >> count; }
  else { to->low = low; to->high = high; }
}
"""


def build(linked: LinkedKernels) -> tuple[bytes, dict[str, Any]]:
    """Compile linked kernels. Return the module and its description in JSON types.

    Raise any exception of Numba or LLVM, or OSError or CalledProcessError of the linker.
    """
    results, code = lower_kernels(linked)
    parameters = {
        name: [
            each if each in linked.records else list(words_of(linked, name, each))
            for each in parameter_names(linked.names[name])
        ]
        for name in results
    }
    image = link_modules(code)
    return image, {
        "tools": tools(),
        "sha256": sha256(image).hexdigest(),
        "sources": linked.fingerprint,
        "results": results,
        "parameters": parameters,
        "records": {name: dict(fields) for name, fields in linked.records.items()},
    }


def tools() -> dict[str, str]:
    """Return the versions of what a module's bytes depend on."""
    return {"python": platform.python_version().rpartition(".")[0]} | {tool: version(tool) for tool in TOOLS}


def lower_kernels(linked: LinkedKernels) -> tuple[dict[str, str], dict[str, str]]:
    """Return the result code (see `result_code`) and the LLVM assembly of each kernel by name."""
    results, code, space = dict[str, str](), dict[str, str](), namespace(linked)
    for name in compile_order(linked):
        parameters = parameter_names(linked.names[name])
        arguments = tuple(argument_type(linked, name, parameter) for parameter in parameters)
        llvm.add_symbol(symbol(name), ctypes.addressof(DUMMY_TARGET))
        space[name] = dispatcher = njit(**OPTIONS)(space[name])
        dispatcher.compile(arguments)
        if len(dispatcher.signatures) > 1:
            raise ValueError(
                f"{name} calls itself with a constant or a truth value: expected a variable that is an int"
            )
        kind = types.unliteral(dispatcher.nopython_signatures[0].return_type)
        results[name], code[name] = result_code(kind), dispatcher.inspect_llvm(arguments)
        space[name] = make_call(symbol(name), parameters, kind(*arguments))
    return results, code


def symbol(name: str) -> str:
    """Return the name of a kernel in a module."""
    return f"kernel_{name}"


def namespace(linked: LinkedKernels) -> dict[str, Any]:
    """Return the linked kernels and their constants in the form that Numba takes."""

    def constant(value: Any) -> Any:
        if is_table(value):
            return numpy.array(value)
        return value if callable(value) or fits_word(value) else Constant(value)

    space = link({name: constant(value) for name, value in linked.names.items()})
    space.update(INSTRUCTIONS)
    return space


def compile_order(linked: LinkedKernels) -> list[str]:
    """Return the names of the kernels that use only defined names, callees first, always in the same order.

    Raise ValueError for mutual recursion, which Numba neither compiles nor refuses. A kernel may call itself.
    """
    found = {name for name, value in linked.names.items() if callable(value)} - set(INSTRUCTIONS)
    known = set(linked.names) | set(dir(builtins))
    while lacking := {name for name in found if not global_names(linked.names[name]) <= known}:
        found, known = found - lacking, known - lacking
    order = [name for name in linked.names if name in found]
    called = {name: sorted(global_names(linked.names[name]) & found - {name}) for name in order}
    try:
        return list(TopologicalSorter(called).static_order())
    except CycleError as cycle:
        raise ValueError(
            f"kernels call each other in turn: {', '.join(sorted(set(cycle.args[1])))}"
        ) from None


def words_of(linked: LinkedKernels, name: str, parameter: str) -> tuple[int, ...]:
    """Return the words of each entry of a parameter that is not a record."""
    return entry_words(linked.names, linked.state_size, linked.names[name], parameter)


def argument_type(linked: LinkedKernels, name: str, parameter: str) -> Any:
    """Return the Numba type of a parameter: a record, a position (tuple of ints and sets), int or set."""
    if parameter in linked.records:
        fields = linked.records[parameter].items()
        return from_dtype(
            numpy.dtype(
                [(field, numpy.int64, (size,)) if size else (field, numpy.int64) for field, size in fields]
            )
        )
    entries = [two_words if words > 1 else types.int64 for words in words_of(linked, name, parameter)]
    return types.BaseTuple.from_types(entries) if parameter in STATE_PARAMETERS else entries[0]


def result_code(kind: Any) -> str:
    """Encode the result type of a kernel: "nothing", "truth", or i (int) or s (set) for each entry.

    Raise ValueError for any other type, and for more than MAX_RESULT_WORDS words.
    """
    if kind in (types.none, types.boolean):
        return "nothing" if kind == types.none else "truth"
    parts: Any = kind if isinstance(kind, types.BaseTuple) else [kind]
    entries = [types.unliteral(part) for part in parts]
    codes = {types.int64: "i", two_words: "s"}
    found = "".join(codes.get(entry, "?") for entry in entries)
    if "?" in found or len(found) + found.count("s") > MAX_RESULT_WORDS:
        raise ValueError(f"a kernel returns {kind}: expected at most {MAX_RESULT_WORDS} words, ints or sets")
    return found


def link_modules(code: Mapping[str, str]) -> bytes:
    """Link and optimize the LLVM assembly of all kernels, by name, and return a module that exports them."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    target = llvm.Target.from_triple("wasm32-unknown-unknown")
    machine = target.create_target_machine(opt=3, features=FEATURES)
    module = llvm.parse_assembly(reference_count_stubs())
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    for name, text in code.items():
        part = llvm.parse_assembly(text)
        part.triple, part.data_layout = module.triple, module.data_layout
        (kernel,) = (
            function
            for function in part.functions
            if not function.is_declaration and function.linkage == llvm.Linkage.external
        )
        kernel.name = symbol(name)
        module.link_in(part)
    exported = set(map(symbol, code))
    for found in (*module.functions, *module.global_variables):
        if not found.is_declaration and found.name not in exported:
            found.linkage = "internal"
    module.verify()
    optimize(module, machine)
    missing = [function.name for function in module.functions if function.is_declaration]
    if foreign := [name for name in missing if not name.startswith("llvm.") and name != "poll"]:
        raise ValueError(f"the module would need {foreign[0]} to run")
    return link_object(machine.emit_object(module), exported)


def link_object(image: bytes, exported: set[str]) -> bytes:
    """Link a WebAssembly object to a module."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "kernels.o").write_bytes(image)
        (Path(folder) / "runtime.c").write_text(RUNTIME, encoding="utf-8", newline="\n")
        zig = [sys.executable, "-m", "ziglang"]
        clang = [*zig, "cc", "--target=wasm32-freestanding", "-O2", "-c", "runtime.c", "-o", "runtime.o"]
        subprocess.run(clang, cwd=folder, check=True)
        exports = [f"--export={name}" for name in sorted(exported)]
        linker = [*zig, "wasm-ld", "kernels.o", "runtime.o", "-o", "kernels.wasm"]
        subprocess.run([*linker, *LINKER_OPTIONS, *exports], cwd=folder, check=True)
        return (Path(folder) / "kernels.wasm").read_bytes()


def reference_count_stubs() -> str:
    """Return LLVM assembly that disables Numba's reference counting: kernels own no counted objects."""
    module = ir.Module()
    for name in ("NRT_incref", "NRT_decref"):
        kind = ir.FunctionType(ir.VoidType(), [ir.IntType(8).as_pointer()])
        function = ir.Function(module, kind, name)
        function.linkage = "linkonce_odr"
        function.attributes.add("alwaysinline")
        ir.IRBuilder(function.append_basic_block()).ret_void()
    return str(module)


def optimize(module: Any, machine: Any) -> None:
    """Run LLVM's usual passes.

    The function passes and a loop rotation come first: without them some searches are 5 % slower.
    """
    simplifying, readying, whole = (pass_builder(machine, level) for level in (3, 0, 3))
    one_by_one = simplifying.getFunctionPassManager()
    for function in module.functions:
        if not function.is_declaration:
            one_by_one.run(function, simplifying)
    ready = readying.getModulePassManager()
    ready.add_loop_rotate_pass()
    ready.add_instruction_combine_pass()
    ready.add_jump_threading_pass()
    ready.run(module, readying)
    whole.getModulePassManager().run(module, whole)


def pass_builder(machine: Any, level: int) -> Any:
    """Return LLVM's pass builder for an optimization level."""
    options = llvm.create_pipeline_tuning_options(level)
    options.loop_vectorization, options.slp_vectorization = level > 0, False
    return llvm.create_pass_builder(machine, options)

"""The compiler: turns linked kernels into one object.

Numba only infers types and writes LLVM code, one function after the other; the results are linked and optimized once as
a whole. Each kernel is compiled for one signature: an argument that is a literal counts as an int like any other.
"""

from __future__ import annotations

import builtins
import dis
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any
from unittest.mock import patch

from common.kernels.jit.loader import INT, NOTHING, SET, TRUTH, symbol
from common.kernels.jit.native_thread import RESULTS
from common.kernels.kernel import ONE_INSTRUCTION, STATES, entry_words, is_table, is_word, link, parameters

if TYPE_CHECKING:
    from common.kernels.linked_kernels import LinkedKernels


def compiled(program: LinkedKernels) -> tuple[dict[str, str], bytes]:
    """What every kernel returns (see `returned`), by name, and the object. Raises whatever goes wrong."""
    results, module = lowered(program)
    return results, bytes(target_machine().emit_object(module))


def lowered(program: LinkedKernels) -> tuple[dict[str, str], Any]:
    """What every kernel returns, by name, and the optimized LLVM module of all kernels."""
    from numba.core.compiler_lock import global_compiler_lock

    with global_compiler_lock, only_lowering():
        found = {name: lowering(program, kernel) for name, kernel in dispatchers(program).items()}
    module = put_together(
        {result.fndesc.llvm_func_name: name for name, result in found.items()}, found.values()
    )
    return {name: returned(result.signature.return_type) for name, result in found.items()}, module


def types() -> Any:
    """The module numba.types, imported only when needed."""
    from numba import types

    return types


def dispatchers(program: LinkedKernels) -> dict[str, Any]:
    """The kernels that can be compiled, by name, linked and wrapped for Numba."""
    import numpy
    from numba import njit

    from common.kernels.jit import intrinsics
    from common.kernels.jit.bitset128 import Constant

    options: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
    options |= {"_nrt": False, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}

    def wrap(function: Any) -> Any:
        found = njit(**options)(function)
        template = found.get_call_template
        found.get_call_template = lambda args, kws: template(tuple(map(types().unliteral, args)), kws)
        return found

    def constant(value: Any) -> Any:
        if is_table(value):
            return numpy.array(value)
        return value if callable(value) or is_word(value) else Constant(value)

    named = {name: constant(value) for name, value in program.names.items()}
    space = link(named, wrap)
    space |= {
        function.__name__: getattr(intrinsics, function.__name__.upper()) for function in ONE_INSTRUCTION
    }
    names = whole(program)
    refuse_circles({name: globals_of(program.names[name]) & set(names) for name in names})
    return {name: space[name] for name in names}


def whole(program: LinkedKernels) -> list[str]:
    """The names of the kernels for which every global name is defined, also in the kernels that they call."""
    built_in = {function.__name__ for function in ONE_INSTRUCTION}
    found = {name: value for name, value in program.names.items() if callable(value) and name not in built_in}
    used = {name: globals_of(value) for name, value in found.items()}
    known = set(program.names) | set(dir(builtins))
    while lacking := [name for name in found if not used[name] <= known]:
        for name in lacking:
            del found[name]
            known.discard(name)
    return list(found)


def globals_of(function: Any) -> set[str]:
    """The global names that a function reads."""
    return {str(step.argval) for step in dis.get_instructions(function) if step.opname == "LOAD_GLOBAL"}


def refuse_circles(called: Mapping[str, set[str]]) -> None:
    """Raises ValueError if kernels call each other in turn, which Numba neither compiles nor refuses; one may call itself."""
    try:
        TopologicalSorter({name: calls - {name} for name, calls in called.items()}).prepare()
    except CycleError as found:
        raise ValueError(
            f"kernels call each other in turn: {', '.join(sorted(set(found.args[1])))}"
        ) from None


def lowering(program: LinkedKernels, kernel: Any) -> Any:
    """Numba's compile result, LLVM code, of a kernel whose argument types follow from its parameters' names."""
    known = program.names[kernel.py_func.__name__]
    signature = tuple(argument_type(program, known, name) for name in parameters(known))
    kernel.compile(signature)
    return kernel.overloads[signature]


def argument_type(program: LinkedKernels, function: Any, name: str) -> Any:
    """The Numba type of a kernel's parameter: a record, a position (tuple of ints and sets), an int or a set."""
    import numpy
    from numba import from_dtype

    from common.kernels.jit.bitset128 import two_words

    if name in program.records:
        fields = program.records[name].items()
        words = [
            (field, numpy.int64, (length,)) if length else (field, numpy.int64) for field, length in fields
        ]
        return from_dtype(numpy.dtype(words))
    words_of = entry_words(program.names, program.ints, function, name)
    entries = [two_words if words > 1 else types().int64 for words in words_of]
    return types().BaseTuple.from_types(entries) if name in STATES else entries[0]


def returned(kind: Any) -> str:
    """What a kernel returns: NOTHING, TRUTH, or INT or SET for each entry. Raises ValueError for anything else, or too much."""
    from common.kernels.jit.bitset128 import two_words

    if kind == types().none:
        return NOTHING
    if types().unliteral(kind) == types().boolean:
        return TRUTH
    entries = [
        types().unliteral(entry) for entry in (kind if isinstance(kind, types().BaseTuple) else [kind])
    ]
    if any(entry not in (types().int64, two_words) for entry in entries):
        raise ValueError(f"a kernel returns {kind}: wanted ints, or sets")
    found = "".join(SET if entry == two_words else INT for entry in entries)
    if len(found) + found.count(SET) > RESULTS:
        raise ValueError(f"a kernel returns {kind}: wanted {RESULTS} words at most")
    return found


@contextmanager
def only_lowering() -> Iterator[None]:
    """While this lasts, Numba writes LLVM code but neither links nor loads it: `put_together` does that once for all kernels."""
    from numba.core import codegen, cpu

    library = codegen.CPUCodeLibrary

    def not_loaded(self: Any) -> None:
        self._finalized = True

    def nothing_to_call(self: Any, library: Any, description: Any, environment: Any) -> Any:
        return [].append  # Numba tells its functions apart by this object, so it has to be a new one each time

    with (
        patch.object(library, "_optimize_final_module", lambda self: None),
        patch.object(library, "_finalize_final_module", not_loaded),
        patch.object(cpu.CPUContext, "get_executable", nothing_to_call),
    ):
        yield


def put_together(names: Mapping[str, str], results: Iterable[Any]) -> Any:
    """One optimized LLVM module of all kernels, exported by `symbol`. Raises ValueError if it needs code from outside.

    `names` are the kernels' names by the names that LLVM gave them.
    """
    from numba.core.compiler_lock import global_compiler_lock

    with global_compiler_lock:
        libraries = [result.library for result in results]
        root = libraries[0]._codegen.create_library("root")
        with only_lowering():
            for library in libraries:
                library._ensure_finalized()
                root._final_module.link_in(library._final_module, preserve=True)
        for function in root._final_module.functions:
            if function.name in names:
                function.name = symbol(names[function.name])
            elif not function.is_declaration:
                function.linkage = "internal"
        add_thread_entry(root._final_module)
        root._optimize_final_module()
    missing = [function.name for function in root._final_module.functions if function.is_declaration]
    if foreign := [name for name in missing if not name.startswith("llvm.")]:
        raise ValueError(f"machine code would need {foreign[0]} to run")
    return root._final_module


def add_thread_entry(module: Any) -> None:
    """Add the function that threads of machine code begin with."""
    import llvmlite.binding as llvm

    from common.kernels.jit.thread_entry import thread_entry

    module.link_in(llvm.parse_assembly(thread_entry(module.triple, module.data_layout)))


def target_machine() -> Any:
    """LLVM's target for this processor with Numba's settings: other ways to address constants cost an eighth of the speed."""
    from numba.core.registry import cpu_target

    return cpu_target.target_context.codegen()._tm

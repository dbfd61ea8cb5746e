"""LLVM's half of the compiler: link and optimize all kernels as one module, and emit an object.

It uses only the documented interface of llvmlite.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from common.kernels.jit.loader import symbol
from common.kernels.jit.native_thread import ENTRY

OPT_LEVEL = 3  # optimization level
# Inlining threshold of the old pass manager. LLVM's default of 275 makes proofs of Circle the Cat three times
# as slow.


class Target(NamedTuple):
    """The processor that an object is made for, by default this one."""

    triple: str = ""
    features: str = ""


HOST = Target()
WASM32 = Target("wasm32-unknown-unknown", "+bulk-memory,+sign-ext,+nontrapping-fptoint")
WASM32_SIMD = WASM32._replace(features=f"{WASM32.features},+simd128")


def target_machine(target: Target) -> Any:
    """Return LLVM's target machine. Raise RuntimeError if LLVM does not know the target."""
    import llvmlite.binding as llvm

    if target == HOST:
        return host_machine()
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    return llvm.Target.from_triple(target.triple).create_target_machine(
        opt=OPT_LEVEL, features=target.features
    )


def host_machine() -> Any:
    """Return LLVM's target machine for this processor.

    Its options are Numba's: other ways to address constants cost an eighth of the speed.
    """
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    host = llvm.Target.from_triple(llvm.get_process_triple())
    return host.create_target_machine(
        cpu=llvm.get_host_cpu_name(),
        features=llvm.get_host_cpu_features().flatten(),
        opt=OPT_LEVEL,
        reloc="static" if host.name.startswith("x86") else "default",
        codemodel="jitdefault",
        jit=True,
    )


def link_modules(code: Mapping[str, str], machine: Any, exports: Iterable[str]) -> Any:
    """Link the LLVM assembly of all kernels, by name, into one optimized module.

    Its functions, the `exports`, are named by `symbol`. It includes the entry function of threads, except for
    WebAssembly. Raise ValueError if it refers to functions from outside.
    """
    import llvmlite.binding as llvm

    from common.kernels.jit.thread_entry import thread_entry

    module = llvm.parse_assembly(reference_count_stubs())
    module.triple, module.data_layout = machine.triple, str(machine.target_data)
    for name, text in code.items():
        module.link_in(parse_kernel(name, text, module))
    if not machine.triple.startswith("wasm"):
        module.link_in(llvm.parse_assembly(thread_entry(module.triple, module.data_layout)))
    internalize_except({ENTRY, *map(symbol, exports)}, module)
    module.verify()
    optimize(module, machine)
    missing = [function.name for function in module.functions if function.is_declaration]
    if foreign := [name for name in missing if not name.startswith("llvm.")]:
        raise ValueError(f"machine code would need {foreign[0]} to run")
    return module


def reference_count_stubs() -> str:
    """Return LLVM assembly that disables Numba's reference counting: kernels own no counted objects."""
    from llvmlite import ir

    module = ir.Module()
    for name in ("NRT_incref", "NRT_decref"):
        kind = ir.FunctionType(ir.VoidType(), [ir.IntType(8).as_pointer()])
        function = ir.Function(module, kind, name)
        function.linkage = "linkonce_odr"
        function.attributes.add("alwaysinline")
        ir.IRBuilder(function.append_basic_block()).ret_void()
    return str(module)


def parse_kernel(name: str, text: str, whole: Any) -> Any:
    """Parse the assembly of one kernel for the target of `whole`, and give the kernel its symbol.

    The kernel is the only function of the returned module with external linkage.
    """
    import llvmlite.binding as llvm

    module = llvm.parse_assembly(text)
    module.triple, module.data_layout = whole.triple, whole.data_layout
    (kernel,) = (
        function
        for function in module.functions
        if not function.is_declaration and function.linkage == llvm.Linkage.external
    )
    kernel.name = symbol(name)
    return module


def internalize_except(names: set[str], module: Any) -> None:
    """Make all of a module internal except these functions, so that LLVM can inline and drop the rest."""
    for found in (*module.functions, *module.global_variables):
        if not found.is_declaration and found.name not in names:
            found.linkage = "internal"


def optimize(module: Any, machine: Any) -> None:
    """Run LLVM's usual passes.

    The function passes and a loop rotation come first: without them some searches are 5 % slower.
    """
    simplifying, readying, whole = (pass_builder(machine, level) for level in (OPT_LEVEL, 0, OPT_LEVEL))
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
    import llvmlite.binding as llvm

    options = llvm.create_pipeline_tuning_options(level)
    options.loop_vectorization, options.slp_vectorization = level > 0, False
    return llvm.create_pass_builder(machine, options)

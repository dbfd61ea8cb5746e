"""Two kernels for threads: one counts until it is told to stop, the other adds the words of a state."""

from __future__ import annotations

from typing import Any

from common.kernels.kernel import Kernels, kernel, load_acquire, set_word
from common.kernels.linked_kernels import LinkedKernels

FIELDS = {"words": 0, "rounds": 0}


@kernel
def count(memory: Any, step: int) -> int:
    """Count in steps until the first shared word is set."""
    while load_acquire(memory.words, 0) == 0:
        memory.rounds += step
    return memory.rounds  # type: ignore[no-any-return]


@kernel
def stop(memory: Any) -> None:
    set_word(memory.words, 0, 1)


@kernel
def total(state: Any) -> int:
    return state[0] + state[1]  # type: ignore[no-any-return]


KERNELS = LinkedKernels(
    "endless",
    {"count": count, "stop": stop, "total": total, "load_acquire": load_acquire, "set_word": set_word},
    records={"memory": FIELDS},
    state_size=2,
)


def endless_thread(kernels: Kernels) -> tuple[Any, Any]:
    """Return a thread that counts until `stop(memory)`, and its memory."""
    memory: Any = kernels.memory(FIELDS)
    memory.block = kernels.block(8)
    memory.words = memory.block.handle
    return kernels.count.in_thread((memory, 1)), memory  # type: ignore[attr-defined]

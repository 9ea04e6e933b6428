# What _calls.c defines; it says what function's values do.

from collections.abc import Callable
from typing import Any

def function(address: int, out: int, lengths: tuple[int, ...], flag: bool, /) -> Callable[..., Any]: ...

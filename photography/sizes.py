"""The sizes that the shop sells, read from its own list, so that no picture shows a pot that cannot be bought."""
import os
import re
from dataclasses import dataclass

LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'domain', 'catalog', 'specified-sizes.ts')


@dataclass(frozen=True)
class Size:
    """Outer dimensions in metres."""
    code: str
    family: str
    width: float
    depth: float
    height: float


def read():
    with open(LIST, encoding='utf8') as file:
        rows = re.findall(r"\['([A-Z]+)', '(\w+)', \d+, (\d+), (\d+), (\d+)\]", file.read())
    return {code: Size(code, family.lower(), int(w) / 100, int(d) / 100, int(h) / 100) for family, code, w, d, h in rows}


SIZES = read()
FAMILIES = tuple(dict.fromkeys(size.family for size in SIZES.values()))

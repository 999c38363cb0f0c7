# SPDX-License-Identifier: Apache-2.0
"""Reads the block files that mobilegl-scenes writes and compares two of them, exactly or nearly."""
import struct

ELEMENT_CODES = {"u8": "B", "u16": "H", "u32": "I", "i32": "i", "f32": "f"}

# Two drivers may round differently: a block is near another if at most this share of its elements differs by more
# than the tolerance of its type. Edges of primitives are allowed to move by a sample.
NEAR_SHARE = 0.005
NEAR_TOLERANCE = {"u8": 2, "u16": 300, "f32": 0.01}
# An element type that ends with this sign holds what drivers may choose (precision of small formats, rounding of
# packed depth): arms must agree on it exactly, the native driver is not asked.
DRIVER_CHOICE = "*"


def read(path):
    """Returns an ordered list of (name, width, height, element type, bytes)."""
    with open(path, "rb") as file:
        data = file.read()
    line, _, _ = data.partition(b"\n")
    words = line.split()
    if len(words) != 3 or words[:2] != [b"MGLSCENE", b"1"]:
        raise ValueError(f"{path} does not begin with 'MGLSCENE 1 COUNT'.")
    blocks, at = [], len(line) + 1
    for _ in range(int(words[2])):
        end = data.index(b"\n", at)
        name, width, height, element, size = data[at:end].decode().rsplit(" ", 4)
        start = end + 1
        at = start + int(size)
        if at > len(data):
            raise ValueError(f"{path}: block {name} ends after the file does.")
        blocks.append((name, int(width), int(height), element, data[start:at]))
    return blocks


def difference(first, second, near=False):
    """None if equal (or near), else a sentence on the first difference."""
    if [b[:4] for b in first] != [b[:4] for b in second]:
        return "the blocks have other names, sizes or types"
    for (name, width, _, element, a), (_, _, _, _, b) in zip(first, second):
        if a == b or (near and element.endswith(DRIVER_CHOICE)):
            continue
        sentence = _near_difference(element, a, b) if near else _exact_difference(element, width, a, b)
        if sentence:
            return f"block {name}: {sentence}"
    return None


def _exact_difference(element, width, a, b):
    if len(a) != len(b):
        return f"{len(a)} bytes against {len(b)}"
    wrong = sum(x != y for x, y in zip(a, b))
    at = next(i for i, (x, y) in enumerate(zip(a, b)) if x != y)
    return f"differs in {wrong} of {len(a)} bytes, first at byte {at}: 0x{a[at]:02x} against 0x{b[at]:02x}"


def _near_difference(element, a, b):
    code = ELEMENT_CODES[element]
    count = len(a) // struct.calcsize(code)
    first = struct.unpack(f"<{count}{code}", a)
    second = struct.unpack(f"<{count}{code}", b)
    tolerance = NEAR_TOLERANCE.get(element, 0)
    far = 0
    for x, y in zip(first, second):
        limit = tolerance * max(1.0, abs(x)) if element == "f32" else tolerance
        if not abs(x - y) <= limit:
            far += 1
    if far <= NEAR_SHARE * count:
        return None
    return f"{far} of {count} elements ({element}) differ by more than {tolerance}"

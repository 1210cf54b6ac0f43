"""Stored paths, and where those of two runs part: within the bound of their exploration, or behind it.

Behind the bound of bounded-dfs a path goes wherever its input leads, and an update has other inputs than a run from nothing.
What both must agree on is what lies within the bound.
"""

import sqlite3
import struct


def path_keys(out):
    """The paths of a run, by the names that hold across versions."""
    with sqlite3.connect(f"file:{out}/cairn.db?mode=ro", uri=True) as database:
        return {key for (key,) in database.execute("SELECT key FROM signature")}


def path_words(out):
    """The paths of a run as tuples, a word for each condition."""
    paths = {}
    with sqlite3.connect(f"file:{out}/cairn.db?mode=ro", uri=True) as database:
        for path, base, shared, words in database.execute("SELECT path, base, shared, words FROM signature ORDER BY path"):
            paths[path] = (paths[base][:shared] if base else ()) + struct.unpack(f"<{len(words) // 4}I", words)
    return set(paths.values())


def tree_of(paths):
    """By the words up to a branch: the words behind it."""
    tree = {}
    for words in paths:
        for depth, word in enumerate(words):
            tree.setdefault(words[:depth], set()).add(word)
    return tree


def partings(first, second, depth):
    """Branches at which two sets of paths part first: (within the bound, perhaps within it, behind it).

    A branch both sides of which were taken costs 1 of the depth; a switch with k sides taken costs between 1 and k - 1, which these words
    do not tell.
    """
    one, other = tree_of(first), tree_of(second)
    within = perhaps = behind = 0
    ahead = [((), depth, depth)]
    while ahead:
        prefix, least, most = ahead.pop()
        here, there = one.get(prefix, set()), other.get(prefix, set())
        if here != there:
            within += least > 0
            perhaps += least <= 0 < most
            behind += most <= 0
        if here != there and least <= 0:
            continue
        taken = max(len(here), len(there))
        ahead += [((*prefix, word), least - max(0, taken - 1), most - min(1, taken - 1)) for word in here & there]
    return within, perhaps, behind

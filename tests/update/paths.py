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
    """Branches at which two sets of paths part: (how many within the bound, how many first ones behind it).

    A branch with k sides taken costs 1 of the depth, or up to k - 1 where it is a switch: what may be within the bound counts
    as within.
    """
    one, other = tree_of(first), tree_of(second)
    within = behind = 0
    ahead = [((), depth)]
    while ahead:
        prefix, left = ahead.pop()
        here, there = one.get(prefix, set()), other.get(prefix, set())
        if here != there:
            within += left > 0
            behind += left <= 0
        if here != there and left <= 0:
            continue
        cost = 1 if max(len(here), len(there)) > 1 else 0
        ahead += [((*prefix, word), left - cost) for word in here & there]
    return within, behind

"""A plain exhaustive search, compiled: every rule of the game and not one shortcut.

It shares nothing with the solver: piles are lists of cards, every legal move is tried in every
position, and a position is left out only when the very same one was met before.
"""

import numba
import numpy as np

from games import engine

# A state: foundations 0-3, pass 4, waste count 5, stock and waste count 6, and from 7 the drawing
# order (24), then for each column its face-down count, its length, and its cards (20).
DRAWN, COLUMNS, WIDTH = 7, 31, 31 + 7 * 22

njit = numba.njit(cache=True)


@njit
def fits(card, on):
    red = (card // 13 == 1) or (card // 13 == 2)
    red_on = (on // 13 == 1) or (on // 13 == 2)
    return card % 13 == on % 13 - 1 and red != red_on


@njit
def mix(value, card):
    value = (value ^ (np.int64(card) + 1)) * -7046029254386353131
    return value ^ (value >> 29)


@njit
def digest(s, salt, passes):
    """The same for positions that differ only in the order of the columns."""
    total = np.int64(0)
    for column in range(7):
        at = COLUMNS + 22 * column
        value = np.int64(salt)
        for i in range(s[at + 1] + 2):
            value = mix(value, s[at + i])
        total += value
    value = np.int64(salt + 1)
    for i in range(DRAWN + s[6]):
        if i != 4 or passes > 0:
            value = mix(value, s[i])
    return total ^ mix(value, 77)


@njit
def turn_up(s, at):
    if s[at + 1] > 0 and s[at] == s[at + 1]:
        s[at] -= 1


@njit
def put(s, at, card):
    s[at + 2 + s[at + 1]] = card
    s[at + 1] += 1


@njit
def takes(s, at, card):
    if s[at + 1] == 0:
        return card % 13 == 12
    return fits(card, s[at + 1 + s[at + 1]])


@njit
def remove_waste(s):
    for i in range(s[5] - 1, s[6] - 1):
        s[DRAWN + i] = s[DRAWN + i + 1]
    s[5] -= 1
    s[6] -= 1


@njit
def decide(first, draw, passes, take_back, limit):  # noqa: PLR0912
    """1 won, 0 lost, -1 after `limit` positions."""
    size = 1
    while size < 2 * limit:
        size *= 2
    table = np.zeros((size, 2), np.int64)
    stack = np.empty((limit * 4, WIDTH), np.int8)
    stack[0] = first
    top = 1
    entries = 0
    children = np.empty((200, WIDTH), np.int8)
    while top > 0:
        top -= 1
        s = stack[top].copy()
        if s[0] + s[1] + s[2] + s[3] == 52:
            return 1
        count = 0
        # The stack is emptied from its top: what goes home is written last and tried first.
        if take_back:
            for suit in range(4):
                if s[suit] == 0:
                    continue
                card = suit * 13 + s[suit] - 1
                for column in range(7):
                    at = COLUMNS + 22 * column
                    if takes(s, at, card):
                        c = children[count]
                        c[:] = s
                        c[suit] -= 1
                        put(c, at, card)
                        count += 1
        if s[5] < s[6]:
            c = children[count]
            c[:] = s
            c[5] = min(s[5] + draw, s[6])
            count += 1
        elif s[6] > 0 and (passes == 0 or s[4] < passes):
            c = children[count]
            c[:] = s
            c[5] = 0
            c[4] = s[4] + 1 if passes > 0 else 1
            count += 1
        if s[5] > 0:
            card = s[DRAWN + s[5] - 1]
            for column in range(7):
                at = COLUMNS + 22 * column
                if takes(s, at, card):
                    c = children[count]
                    c[:] = s
                    remove_waste(c)
                    put(c, at, card)
                    count += 1
        for column in range(7):
            at = COLUMNS + 22 * column
            length = s[at + 1]
            if length == 0:
                continue
            for i in range(s[at], length):
                card = s[at + 2 + i]
                for other in range(7):
                    to = COLUMNS + 22 * other
                    if other != column and takes(s, to, card):
                        c = children[count]
                        c[:] = s
                        for j in range(i, length):
                            put(c, to, s[at + 2 + j])
                        c[at + 1] = i
                        turn_up(c, at)
                        count += 1
        if s[5] > 0:
            card = s[DRAWN + s[5] - 1]
            if s[card // 13] == card % 13:
                c = children[count]
                c[:] = s
                remove_waste(c)
                c[card // 13] += 1
                count += 1
        for column in range(7):
            at = COLUMNS + 22 * column
            length = s[at + 1]
            if length == 0:
                continue
            card = s[at + 1 + length]
            if s[card // 13] == card % 13:
                c = children[count]
                c[:] = s
                c[at + 1] -= 1
                c[card // 13] += 1
                turn_up(c, at)
                count += 1
        for i in range(count):
            one = digest(children[i], 1, passes)
            two = digest(children[i], 12345, passes)
            slot = one & (size - 1)
            known = False
            while table[slot, 0] != 0 or table[slot, 1] != 0:
                if table[slot, 0] == one and table[slot, 1] == two:
                    known = True
                    break
                slot = (slot + 1) & (size - 1)
            if known:
                continue
            if entries >= limit or top >= limit * 4 - 1:
                return -1
            table[slot, 0] = one
            table[slot, 1] = two
            entries += 1
            stack[top] = children[i]
            top += 1
    return 0


def verdict(position: engine.Position, rules: engine.RuleSet, limit: int) -> str | None:
    """``won`` or ``lost`` by trying everything; None after ``limit`` positions."""
    s = np.zeros(WIDTH, np.int8)
    s[:4] = position.foundations
    drawn = position.waste + position.stock
    s[4], s[5], s[6] = position.pass_number, len(position.waste), len(drawn)
    s[DRAWN : DRAWN + len(drawn)] = list(drawn)
    for number, column in enumerate(position.columns):
        cards = column.down + column.up
        at = COLUMNS + 22 * number
        s[at], s[at + 1] = len(column.down), len(cards)
        s[at + 2 : at + 2 + len(cards)] = list(cards)
    found = decide(s, rules.draw, rules.passes or 0, rules.take_back, limit)
    return {1: "won", 0: "lost"}.get(found)

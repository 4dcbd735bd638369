"""The search kernel, compiled by numba on first use.

Import this module only where solving happens. Everything here works on int64 scalars and
preallocated int64 arrays, which ``games/solver/packing.py`` builds from an engine position.
docs/solver.md says what a state is, and proves every rule that leaves moves out. It is one file as
numba knows of a change only in the file of the function that it has compiled.
"""

from typing import NamedTuple

import numba
import numpy as np
import numpy.typing as npt
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

PAIRS = 0x5555555555555
KINGS = 0xF << 48
CARDS = (1 << 52) - 1

# Columns of a frame.
VIS, LOCK, FOUND, CNT, CK, STOCK, WASTE, PASS, NOW, LATER, PEND, DONE, NEW = range(13)
NEXT, END, MOVE, HOME = range(13, 17)
WIDTH = 17

# Offsets in the deal array: the cards of each column, bottom first (8 places a column), the
# columns' weights, the stock in drawing order, and for each card its column, its place in
# the stock, its foundation's unit and its suit.
SURFACE, WEIGHT, DRAWN, COLUMN, PLACE, UNIT, SUIT = 0, 56, 64, 88, 140, 192, 244
DEAL_SIZE = 296

# Rows of the table of heights.
NEXT_HOME, SAFE, SAFE_FINAL, TAKEABLE, GONE = range(5)

# What the search did; ENTER is for the kernel's own use.
RUNNING, ENTER, WON, LOST, TABLE_FULL, BOUND_FULL = range(6)

# The counters. CHANCE is 0, or the state of the generator that the order of moves is drawn from.
DEPTH, POSITIONS, ENTRIES, SHUTTLES, HOPELESS, AGAIN, DOOMED, CUT, CHANCE = range(9)
COUNTERS = 9

# What the table of states says of one in place of its idle cards.
UNKNOWN, WINS = -1, -2

# Kinds of irreversible move. A move is kind | card << 3 | needs the next pass << 9.
POP_HOME, POP_COLUMN, STOCK_HOME, STOCK_COLUMN = range(4)

TWO_OR_MORE = 0xEEEEEEE

VACANT = 1 << 52
IDLE = VACANT | CARDS
ALL_WASTES = 31

PATIENCE = 100_000
"""Positions after which a search looks at new states as an easier problem first."""
EFFORT = 20_000
"""Positions for each such look."""
CREDIT = 2_000_000
"""Positions by which all of them may be ahead of the search itself."""

Numbers = npt.NDArray[np.int64]


class Walk(NamedTuple):
    """A depth-first search under way."""

    frames: Numbers
    """The states of its path."""
    pool: Numbers
    """The moves out of them."""
    clock: Numbers
    """Its counters."""


class Problem(NamedTuple):
    """What is searched."""

    deal: Numbers
    heights: Numbers
    rules: Numbers
    """Draw count, passes (0 unlimited), take-back."""


class Room(NamedTuple):
    """Scratch memory that walks can share, as each step leaves nothing in it."""

    spare: Numbers
    group: Numbers
    stamp: Numbers
    """By foundations: the last group that they were in; the last place counts the groups."""
    record: Numbers


def njit(function):
    """Compile; the result is kept for the next process where there is a place to write it."""
    try:
        return numba.njit(function, cache=True, nogil=True, error_model="numpy")
    except RuntimeError:
        # Neither this package nor the user's cache directory can be written to.
        return numba.njit(function, nogil=True, error_model="numpy")


@intrinsic
def popcount(typingctx, value):  # type: ignore[no-untyped-def]
    """Number of one bits."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@intrinsic
def lowest(typingctx, value):  # type: ignore[no-untyped-def]
    """Index of the lowest one bit."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


@intrinsic
def leading(typingctx, value):  # type: ignore[no-untyped-def]
    """Number of leading zero bits."""

    def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
        return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), codegen


@njit
def uncovered(vis, lock):
    """Both cards of each pair of twins of which at least one has nothing on it."""
    low = vis & PAIRS
    high = (vis >> 1) & PAIRS
    placed = vis & ~lock
    on_low = (placed & PAIRS) << 4
    on_high = ((placed >> 1) & PAIRS) << 4
    return (((low | high) & ~(on_low | on_high)) | (low & high & (on_low ^ on_high))) * 3


@njit
def landing(vis, lock, bare):
    """Cards that some column takes."""
    columns = popcount(lock) + popcount(vis & ~lock & KINGS)
    return (bare >> 4) | (KINGS if columns < 7 else 0)


@njit
def double(mask):
    """Both twins of every card in the mask."""
    return ((mask | (mask >> 1)) & PAIRS) * 3


@njit
def pop(deal, index, vis, lock, cnt, ck):
    """The surface leaves its column: the card beneath becomes the surface."""
    column = deal[COLUMN + index]
    cnt -= 1 << (4 * column)
    ck -= deal[WEIGHT + column]
    lock &= ~(1 << index)
    count = (cnt >> (4 * column)) & 15
    if count > 0:
        bit = deal[SURFACE + 8 * column + count - 1]
        vis |= bit
        if count == 1 and bit & KINGS:
            # A king alone in its column is as good as one moved there.
            cnt -= 1 << (4 * column)
            ck -= deal[WEIGHT + column]
        else:
            lock |= bit
    return vis, lock, cnt, ck


@njit
def take(deal, index, stock, draw, limit):
    """A stock card leaves the waste: the new stock and waste."""
    place = deal[PLACE + index]
    waste = popcount(stock & ((1 << place) - 1))
    stock &= ~(1 << place)
    if limit == 0 and (draw == 1 or waste % 3 == 0 or waste == popcount(stock)):
        waste = 0
    return stock, waste


@njit
def reach(deal, stock, waste, passed, draw, limit):
    """Which stock cards this pass still shows, and which need the next."""
    now = 0
    later = 0
    more = limit == 0 or passed + 1 < limit
    total = popcount(stock)
    number = 0
    while stock:
        bit = deal[DRAWN + lowest(stock)]
        stock &= stock - 1
        number += 1
        if number >= waste and (number == total or (number - waste) % draw == 0):
            now |= bit
        elif more and (number == total or number % draw == 0):
            later |= bit
    return now, later


@njit
def forced_stock(deal, safe, stock, waste, passed, draw, limit):
    """Index of a stock card whose going home is safe and costs no other card's turn, or -1."""
    if stock == 0 or safe == 0:
        return -1
    if limit == 0 and draw == 1:
        while safe:
            index = lowest(safe)
            safe &= safe - 1
            place = deal[PLACE + index]
            if deal[DRAWN + place] == 1 << index and stock >> place & 1:
                return index
        return -1
    if limit == 0:
        if waste != 0:
            return -1
        bit = deal[DRAWN + 63 - leading(stock)]
    else:
        if waste == 0 or not (draw == 1 or passed + 1 == limit):
            return -1
        for _ in range(waste - 1):
            stock &= stock - 1
        bit = deal[DRAWN + lowest(stock)]
    return lowest(bit) if bit & safe else -1


@njit
def settle(s, deal, heights, draw, limit, back, record):
    """Make every move that loses nothing; return how many were recorded.

    With take-back a card that is nobody's surface goes home whether safe or not: it can
    come back, so both positions are in one group of positions reachable from each other.
    Records card indexes, with 64 added if the card came from the stock.
    """
    vis = s[VIS]
    lock = s[LOCK]
    found = s[FOUND]
    count = 0
    while True:
        ready = vis & heights[NEXT_HOME, found] & uncovered(vis, lock)
        safe = heights[SAFE if back else SAFE_FINAL, found]
        pick = ready & safe
        if pick == 0 and back:
            pick = ready & ~lock
        if pick:
            index = lowest(pick)
            vis &= ~(1 << index)
            found += deal[UNIT + index]
            if lock & (1 << index):
                vis, lock, s[CNT], s[CK] = pop(deal, index, vis, lock, s[CNT], s[CK])
            record[count] = index
        else:
            index = forced_stock(
                deal, heights[SAFE, found], s[STOCK], s[WASTE], s[PASS], draw, limit
            )
            if index < 0:
                break
            found += deal[UNIT + index]
            s[STOCK], s[WASTE] = take(deal, index, s[STOCK], draw, limit)
            record[count] = index + 64
        count += 1
    s[VIS] = vis
    s[LOCK] = lock
    s[FOUND] = found
    return count


@njit
def is_won(s, draw, limit):
    """All cards face up and every stock card within reach: the rest is going home in order."""
    return (s[CNT] & TWO_OR_MORE) == 0 and (s[STOCK] == 0 or (draw == 1 and limit == 0))


@njit
def entry_of(s, draw, limit):
    """The state as a key, how many values an entry has for it, and its value.

    Of two states with one key the one with the lower value can do all that the other can.
    """
    key = s[FOUND] | (s[CK] << 16) | (s[STOCK] << 32)
    if limit == 0:
        return key, 1, 0
    if draw == 1:
        # Fewer passes used, then fewer cards drawn, is never worse.
        return key, 75, s[PASS] * 25 + s[WASTE]
    return key * 9 + s[PASS] * 3 + s[WASTE] % 3, 9, s[WASTE] // 3


@njit
def slot_of(key):
    slot = key * -7046029254386353131
    slot = (slot ^ (slot >> 29)) * -4658895280553007687
    return slot ^ (slot >> 32)


@njit
def met(idle, one, two, waste):
    """Idle cards, and the least wastes of remainder one and two that a state was met with."""
    if waste % 3 == 1:
        one = waste
    elif waste % 3 == 2:
        two = waste
    return idle | (one << 53) | (two << 58)


@njit
def reached(deal, stock, waste, draw):
    now, later = reach(deal, stock, waste, 0, draw, 0)
    return now | later


@njit
def seen(s, deal, table, draw, limit):
    """Enter the state in the table: 0 if as good a one was there, 1 if new, 2 if better.

    3 if it is known to be won. Of a state found again the idle cards that both visits had remain
    in PEND, and DONE has the stock cards that were played from it before.
    """
    key, unit, value = entry_of(s, draw, limit)
    size = table.shape[0] - 1
    slot = slot_of(key) & size
    s[DONE] = 0
    while True:
        entry = table[slot, 0]
        if entry < 0:
            table[slot, 0] = key * unit + value
            if unit == 1:
                table[slot, 1] = met(s[PEND], ALL_WASTES, ALL_WASTES, s[WASTE])
            else:
                table[slot, 1] = s[PEND]
            return 1
        if unit == 1 and entry == key:
            return seen_unlimited(s, deal, table, slot, draw)
        if unit > 1 and entry // unit == key:
            break
        slot = (slot + 1) & size
    old = entry % unit
    if value > old or (value == old and table[slot, 1] & ~s[PEND] == 0):
        return 0
    if value == old:
        s[PEND] &= table[slot, 1]
    table[slot, 0] = key * unit + value
    table[slot, 1] = s[PEND]
    return 2


@njit
def seen_unlimited(s, deal, table, slot, draw):
    """What `seen` answers for an entry of the same key, with unlimited passes."""
    old = table[slot, 1]
    if old == WINS:
        return 3
    waste = s[WASTE]
    idle = old & IDLE
    if idle & ~s[PEND]:
        s[PEND] &= idle
        table[slot, 1] = met(s[PEND], ALL_WASTES, ALL_WASTES, waste)
        return 2
    one = (old >> 53) & 31
    two = old >> 58
    if waste == 0 or (one if waste % 3 == 1 else two) <= waste:
        return 0
    s[PEND] = idle
    table[slot, 1] = met(idle, one, two, waste)
    s[DONE] = reached(deal, s[STOCK], 0, draw)
    if one < ALL_WASTES:
        s[DONE] |= reached(deal, s[STOCK], one, draw)
    if two < ALL_WASTES:
        s[DONE] |= reached(deal, s[STOCK], two, draw)
    return 2


@njit
def rehash(table, bigger, draw, limit):
    """Enter everything in a larger table."""
    unit = 1 if limit == 0 else (75 if draw == 1 else 9)
    size = bigger.shape[0] - 1
    for i in range(table.shape[0]):
        entry = table[i, 0]
        if entry >= 0:
            slot = slot_of(entry // unit) & size
            while bigger[slot, 0] >= 0:
                slot = (slot + 1) & size
            bigger[slot, 0] = entry
            bigger[slot, 1] = table[i, 1]


@njit
def add(pool, end, kind, mask, again, found, vis, touched):
    """Append one successor for each card of the mask."""
    while mask:
        index = 63 - leading(mask)
        mask ^= 1 << index
        pool[end, 0] = kind | (index << 3) | (again << 9)
        pool[end, 1] = found
        pool[end, 2] = vis
        pool[end, 3] = touched
        end += 1
    return end


@njit
def conflict(deal, index, kind):
    """Cards whose shuttling may not be undone after the move."""
    twins = 3 << (index & ~1)
    if kind == POP_HOME:
        return deal[SUIT + index] | twins | (twins >> 4)
    if kind == STOCK_HOME:
        return deal[SUIT + index]
    if index >= 48:
        return KINGS
    return twins | (twins << 4)


@njit
def fresh(deal, mask, known, touched, kind):
    """The moves of the mask that the group's first state lacks, or that may lead elsewhere."""
    out = mask & ~known
    rest = mask & known
    while rest:
        index = lowest(rest)
        rest &= rest - 1
        if touched & conflict(deal, index, kind):
            out |= 1 << index
    return out


@njit
def wanted(moving, vis, bare, lock):
    """Cards that could be of use in a column before the next card turns up."""
    mask = double((lock << 4) | (vis & ~bare))
    while True:
        more = mask | double((mask & moving) << 4)
        if more == mask:
            return mask
        mask = more


@njit
def wanted_home(deal, heights, now, vis, found):
    """Stock cards whose going home could let a face-up card follow."""
    mask = 0
    rest = heights[NEXT_HOME, found] & now
    while rest:
        index = lowest(rest)
        rest &= rest - 1
        above = deal[SUIT + index] & ~((2 << index) - 1) & ~now
        if above & -above & vis:
            mask |= 1 << index
    return mask


@njit
def last_cards(deal, cnt):
    """Surfaces with no card beneath."""
    mask = 0
    for column in range(7):
        if (cnt >> (4 * column)) & 15 == 1:
            mask |= deal[SURFACE + 8 * column]
    return mask


@njit
def expand(s, problem, walk, top, room):
    """Fill the pool with the irreversible moves out of the state's group; return its new top."""
    deal, heights, rules = problem
    draw, limit, back = rules[0], rules[1], rules[2] == 1
    pool, clock = walk.pool, walk.clock
    spare, group, stamp = room.spare, room.group, room.stamp
    lock = s[LOCK]
    now = s[NOW]
    later = s[LATER]
    pend = s[PEND]
    if later and deal[DRAWN + 63 - leading(s[STOCK])] & heights[SAFE, s[FOUND]]:
        # The pass ends on a card that is safe home: it goes there first.
        later = 0
    reachable = (now | later) & ~s[DONE]
    reserve = draw == 1 and limit == 0
    ending = last_cards(deal, s[CNT])
    stamp[-1] += 1
    mark = stamp[-1]
    group[0, 0] = s[FOUND]
    group[0, 1] = s[VIS]
    group[0, 2] = 0
    stamp[s[FOUND]] = mark
    size = 1
    head = 0
    end = top
    late = 0
    k0 = k1 = k2 = k3 = 0
    while head < size:
        if end + late + 64 > pool.shape[0] or late + 64 > spare.shape[0]:
            # No room: what is left out is owned up to, and the search proves no loss.
            clock[CUT] = 1
            break
        found = group[head, 0]
        vis = group[head, 1]
        touched = group[head, 2]
        bare = uncovered(vis, lock)
        land = landing(vis, lock, bare)
        home = heights[NEXT_HOME, found]
        up = vis & bare & home
        m0 = up & lock if back else up
        m1 = vis & lock & land
        m2 = reachable & home
        m3 = reachable & land & ~heights[SAFE, found]
        if reserve:
            use = wanted(now | heights[GONE, found], vis, bare, lock)
            m2 &= wanted_home(deal, heights, now, vis, found) | (m3 & use)
            m3 &= use
        if back:
            # Taking the card back from its foundation gives the other position.
            m1 &= ~m0
            m3 &= ~m2
        if head == 0:
            k0 = m0
            k1 = m1
            k2 = m2
            k3 = m3
        else:
            m0 = fresh(deal, m0, k0, touched, POP_HOME)
            m1 = fresh(deal, m1, k1, touched, POP_COLUMN)
            m2 = fresh(deal, m2, k2, touched, STOCK_HOME)
            m3 = fresh(deal, m3, k3, touched, STOCK_COLUMN)
        if pend:
            if pend & VACANT and touched & KINGS == 0:
                m0 = 0
                m2 = 0
                m1 &= KINGS
                m3 &= KINGS
            closing = m1 & ending
            rest = pend & CARDS
            while rest:
                index = lowest(rest)
                rest &= rest - 1
                if s[VIS] & (1 << index):
                    twins = 3 << (index & ~1)
                    if touched & (twins | (twins >> 4)) == 0:
                        m0 &= twins
                        m1 &= twins >> 4
                elif touched & deal[SUIT + index] == 0:
                    m0 &= deal[SUIT + index]
                    m1 = 0
            m1 |= closing
        end = add(pool, end, POP_HOME, m0, 0, found, vis, touched)
        end = add(pool, end, POP_COLUMN, m1, 0, found, vis, touched)
        late = add(spare, late, STOCK_HOME, m2 & now, 0, found, vis, touched)
        late = add(spare, late, STOCK_HOME, m2 & later, 1, found, vis, touched)
        late = add(spare, late, STOCK_COLUMN, m3 & now, 0, found, vis, touched)
        late = add(spare, late, STOCK_COLUMN, m3 & later, 1, found, vis, touched)
        head += 1
        if back:
            shift = (up & ~lock) | (heights[TAKEABLE, found] & land)
            while shift:
                index = lowest(shift)
                bit = 1 << index
                shift &= shift - 1
                other = found + deal[UNIT + index] if vis & bit else found - deal[UNIT + index]
                if stamp[other] != mark:
                    stamp[other] = mark
                    group[size, 0] = other
                    group[size, 1] = vis ^ bit
                    group[size, 2] = touched | bit
                    size += 1
    for i in range(late):
        for j in range(4):
            pool[end + i, j] = spare[i, j]
    clock[SHUTTLES] += size
    return end + late


@njit
def next_pend(s, deal, move, touched, reserve):
    """The stock cards that have been played to no purpose yet, after a move."""
    kind = move & 7
    index = (move >> 3) & 63
    out = 0
    if kind == POP_HOME:
        return 0
    if kind == POP_COLUMN:
        if (s[CNT] >> (4 * deal[COLUMN + index])) & 15 != 1:
            return 0
        out = VACANT
    else:
        out = 1 << index
        if not reserve:
            return out
    rest = s[PEND] & CARDS
    while rest:
        other = lowest(rest)
        rest &= rest - 1
        if s[VIS] & (1 << other):
            twins = 3 << (other & ~1)
            used = touched & (twins | (twins >> 4)) != 0
            used |= (kind == STOCK_COLUMN or kind == POP_COLUMN) and (twins >> 4) >> index & 1 == 1  # noqa: PLR1714, SIM109
        else:
            suit = deal[SUIT + other]
            used = touched & suit != 0 or (kind == STOCK_HOME and suit >> index & 1 == 1)
        if not used:
            out |= 1 << other
    return out


@njit
def below_first(deal, blocked):
    """Of each suit the cards below the lowest of the mask."""
    out = 0
    for suit in range(4):
        cards = deal[SUIT + suit]
        stop = blocked & cards
        out |= cards & ((stop & -stop) - 1) if stop else cards
    return out


@njit
def bound_to_stay(deal, hidden, placed, fixed, at_hand):
    """Cards that can go home before more turn up, and the pairs that loose cards must stay of.

    A placed card that can't go home needs one of the pair above, and so on: where that takes all
    cards of a pair that there are, they can't go home either. The pairs, by their low bits, are
    those of which at least one loose card stays, and both.
    """
    fixed_one = (fixed | (fixed >> 1)) & PAIRS
    fixed_two = fixed & (fixed >> 1) & PAIRS
    single = (at_hand ^ (at_hand >> 1)) & PAIRS
    held = 0
    while True:
        homely = below_first(deal, hidden | held)
        stuck = placed & ~homely
        stuck_one = (stuck | (stuck >> 1)) & PAIRS
        stuck_two = stuck & (stuck >> 1) & PAIRS
        one = stuck_one
        two = stuck_two
        while True:
            on_one = (one << 4) & CARDS
            on_two = (two << 4) & CARDS
            more_one = stuck_one | (on_one & ~fixed_one) | (on_two & ~fixed_two)
            more_two = stuck_two | (on_two & ~fixed_one)
            if more_one == one and more_two == two:
                break
            one = more_one
            two = more_two
        more = double(on_two | (on_one & single)) & at_hand
        if more & ~held == 0:
            return homely, one, two
        held |= more


@njit
def room_for_kings(counts, one, two, fixed, loose):
    """For each pair of kings how many can lie in columns at once, bit 1 for one, 2 for two.

    And the columns left for a king beside the loose ones that must stay.
    """
    empty = 0
    for column in range(7):
        if (counts >> (4 * column)) & 15 == 0:
            empty += 1
    out = 0
    for pair in (48, 50):
        twins = 3 << pair
        others = popcount((one | (two << 1)) & KINGS & ~twins)
        most = min(max(empty - others, 0), popcount(loose & twins)) + popcount(fixed & twins)
        out |= ((1 << min(most, 2)) - 1) << pair
    return out, empty - popcount((one | (two << 1)) & KINGS)


@njit
def at_once(kings, fixed, loose):
    """Pairs of which one card, and of which both, can lie in columns at once, by their low bits.

    A fixed card lies there by itself; a loose one needs a card of the pair above to lie on.
    """
    one = kings & PAIRS
    two = (kings >> 1) & PAIRS
    fixed_one = (fixed | (fixed >> 1)) & PAIRS
    fixed_two = fixed & (fixed >> 1) & PAIRS
    loose_one = (loose | (loose >> 1)) & PAIRS
    loose_two = loose & (loose >> 1) & PAIRS
    while True:
        more_one = one | fixed_one | (loose_one & (one >> 4))
        more_two = two | fixed_two | (fixed_one & loose_one & (one >> 4)) | (loose_two & (two >> 4))
        if more_one == one and more_two == two:
            return one, two
        one = more_one
        two = more_two


@njit
def hopeless(s, deal, heights, back):
    """True if some face-down card can't turn up even if few moves ever took a place."""
    hidden = 0
    counts = s[CNT]
    for column in range(7):
        for k in range(((counts >> (4 * column)) & 15) - 1):
            hidden |= deal[SURFACE + 8 * column + k]
    fixed = s[LOCK]
    placed = s[VIS] & ~fixed
    loose = CARDS & ~hidden & ~fixed
    if not back:
        loose &= ~heights[GONE, s[FOUND]]
    change = hidden != 0
    while change:
        change = False
        free = loose & ~fixed
        homely, stay, both = bound_to_stay(deal, hidden, placed, fixed, loose | fixed)
        kings, empty = room_for_kings(counts, stay, both, fixed, free)
        one, two = at_once(kings, fixed, free)
        stuck = placed & ~homely
        for column in range(7):
            count = (counts >> (4 * column)) & 15
            while count > 0:
                bit = deal[SURFACE + 8 * column + count - 1]
                if homely & bit == 0:
                    if bit & KINGS:
                        if empty <= 0:
                            break
                    else:
                        twins = double(bit)
                        if (two if stuck & twins else one) & ((twins & PAIRS) << 4) == 0:
                            break
                counts -= 1 << (4 * column)
                change = True
                loose |= bit
                count -= 1
                if count > 0:
                    below = deal[SURFACE + 8 * column + count - 1]
                    hidden &= ~below
                    fixed |= below
                    if hidden == 0:
                        return False
    return hidden != 0


@njit
def playable(s, deal, heights, steps):
    """True if steps that are right about the stock can be played in order and turn up all cards.

    A row of `steps` is a kind and a card; kind 4 takes a card back from its foundation.
    """
    vis = s[VIS]
    lock = s[LOCK]
    found = s[FOUND]
    cnt = s[CNT]
    ck = s[CK]
    for i in range(steps.shape[0]):
        kind = steps[i, 0]
        index = steps[i, 1]
        bit = 1 << index
        bare = uncovered(vis, lock)
        if kind in (POP_HOME, STOCK_HOME):
            if heights[NEXT_HOME, found] & bit == 0:
                return False
            if kind == POP_HOME:
                if vis & bare & bit == 0:
                    return False
                vis &= ~bit
            found += deal[UNIT + index]
        else:
            if landing(vis, lock, bare) & bit == 0:
                return False
            if kind == POP_COLUMN and lock & bit == 0:
                return False
            if kind > STOCK_COLUMN:
                found -= deal[UNIT + index]
                if heights[NEXT_HOME, found] & bit == 0:
                    return False
            vis |= bit
        if kind <= POP_COLUMN and lock & bit:
            vis, lock, cnt, ck = pop(deal, index, vis, lock, cnt, ck)
    return cnt & TWO_OR_MORE == 0


@njit
def follow(s, c, deal, heights, move, found, vis, touched, draw, limit, back, record):
    """Set c to the settled state after one irreversible move from s's group."""
    kind = move & 7
    index = (move >> 3) & 63
    bit = 1 << index
    lock = s[LOCK]
    cnt = s[CNT]
    ck = s[CK]
    stock = s[STOCK]
    waste = s[WASTE]
    if kind >= STOCK_HOME:
        stock, waste = take(deal, index, stock, draw, limit)
        if kind == STOCK_HOME:
            found += deal[UNIT + index]
        else:
            vis |= bit
    else:
        if kind == POP_HOME:
            vis &= ~bit
            found += deal[UNIT + index]
        if lock & bit:
            vis, lock, cnt, ck = pop(deal, index, vis, lock, cnt, ck)
    c[VIS] = vis
    c[LOCK] = lock
    c[FOUND] = found
    c[CNT] = cnt
    c[CK] = ck
    c[STOCK] = stock
    c[WASTE] = waste
    c[PASS] = s[PASS] + (move >> 9)
    count = settle(c, deal, heights, draw, limit, back, record)
    c[PEND] = 0 if count else next_pend(s, deal, move, touched, draw == 1 and limit == 0)
    return count


@njit
def arrange(s, deal, pool, top, end, clock):
    """Sort a state's moves by chance, bent towards what wins more often (docs/solver.md)."""
    chance = clock[CHANCE]
    for i in range(top, end):
        move, one, two, three = pool[i, 0], pool[i, 1], pool[i, 2], pool[i, 3]
        index = (move >> 3) & 63
        kind = move & 7
        chance = chance * 6364136223846793005 + 1442695040888963407
        score = ((chance >> 40) & 255) + 128 * (move >> 9) + 64 * popcount(three)
        if kind == STOCK_COLUMN:
            score += 192
        elif kind != POP_HOME:
            score += 64
        if kind < STOCK_HOME and s[LOCK] >> index & 1:
            score -= 60 * ((s[CNT] >> (4 * deal[COLUMN + index])) & 15)
        j = i - 1
        while j >= top and pool[j, 4] > score:
            for k in range(5):
                pool[j + 1, k] = pool[j, k]
            j -= 1
        pool[j + 1, 0], pool[j + 1, 1], pool[j + 1, 2], pool[j + 1, 3] = move, one, two, three
        pool[j + 1, 4] = score
    clock[CHANCE] = chance


@njit
def advance(walk, problem, table, room):
    """Play the next move: ENTER where it leads to a state worth expanding."""
    frames, pool, clock = walk
    deal, heights, rules = problem
    draw, limit, back = rules[0], rules[1], rules[2] == 1
    depth = clock[DEPTH]
    s = frames[depth]
    pick = s[NEXT]
    if pick == s[END]:
        clock[DEPTH] = depth - 1
        return LOST if depth == 0 else RUNNING
    if clock[ENTRIES] * 3 > table.shape[0] * 2:
        return TABLE_FULL
    s[NEXT] = pick + 1
    c = frames[depth + 1]
    s[MOVE] = pool[pick, 0]
    s[HOME] = pool[pick, 1]
    follow(
        s, c, deal, heights, s[MOVE], s[HOME], pool[pick, 2], pool[pick, 3],
        draw, limit, back, room.record,
    )  # fmt: skip
    clock[POSITIONS] += 1
    if is_won(c, draw, limit):
        return WON
    new = seen(c, deal, table, draw, limit)
    if new == 0:
        return RUNNING
    if new == 3:
        return WON
    c[NEW] = new == 1
    if new == 1:
        clock[ENTRIES] += 1
        if hopeless(c, deal, heights, back):
            clock[HOPELESS] += 1
            c[PEND] = 0
            seen(c, deal, table, draw, limit)
            return RUNNING
    else:
        clock[AGAIN] += 1
    return ENTER


@njit
def enter(walk, problem, room):
    """Go down to the state that the last move led to."""
    frames, pool, clock = walk
    deal, _, rules = problem
    draw, limit = rules[0], rules[1]
    s = frames[clock[DEPTH]]
    c = frames[clock[DEPTH] + 1]
    if c[STOCK] == s[STOCK] and c[PASS] == s[PASS]:
        c[NOW] = s[NOW]
        c[LATER] = s[LATER]
    elif draw == 1 and limit == 0:
        c[NOW] = s[NOW]
        c[LATER] = 0
        gone = s[STOCK] & ~c[STOCK]
        while gone:
            c[NOW] &= ~deal[DRAWN + lowest(gone)]
            gone &= gone - 1
    else:
        c[NOW], c[LATER] = reach(deal, c[STOCK], c[WASTE], c[PASS], draw, limit)
    top = s[END]
    c[NEXT] = top
    c[END] = expand(c, problem, walk, top, room)
    if clock[CHANCE]:
        arrange(c, deal, pool, top, c[END], clock)
    clock[DEPTH] += 1


@njit
def mark(walk, deal, table, value):
    """Say in the table what has come of the states on the path of an unlimited draw 1 walk."""
    size = table.shape[0] - 1
    for depth in range(walk.clock[DEPTH] + 1):
        key, _, _ = entry_of(walk.frames[depth], 1, 0)
        slot = slot_of(key) & size
        while table[slot, 0] != key:
            slot = (slot + 1) & size
        table[slot, 1] = value


@njit
def doomed(c, bound, easier, table, room):
    """True if the state is lost even where each stock card can always be played."""
    s = bound.frames[0]
    for i in range(WIDTH):
        s[i] = c[i]
    s[WASTE] = 0
    s[PASS] = 0
    s[PEND] = 0
    clock = bound.clock
    outcome = start(bound, easier, table, room)
    stop = clock[POSITIONS] + EFFORT
    while outcome == RUNNING and clock[POSITIONS] < stop:
        outcome = advance(bound, easier, table, room)
        if outcome == ENTER:
            enter(bound, easier, room)
            outcome = RUNNING
    if outcome == LOST:
        return True
    mark(bound, easier.deal, table, WINS if outcome == WON else UNKNOWN)
    return False


@njit
def search(walk, problem, table, bound, easier, bounds, room, budget):
    """Search on for `budget` positions.

    Where the search below a state has become long, the state is looked at as one of the easier
    problem, in the walk `bound` with the table `bounds`, for as many positions.
    """
    clock = walk.clock
    limited = easier.rules[0] != problem.rules[0] or easier.rules[1] != problem.rules[1]
    stop = clock[POSITIONS] + bound.clock[POSITIONS] + budget
    while clock[POSITIONS] + bound.clock[POSITIONS] < stop:
        if bound.clock[ENTRIES] * 3 > bounds.shape[0] * 2:
            return BOUND_FULL
        outcome = advance(walk, problem, table, room)
        if outcome == ENTER:
            c = walk.frames[clock[DEPTH] + 1]
            look = limited and clock[POSITIONS] > PATIENCE and c[NEW]
            look = look and bound.clock[POSITIONS] < clock[POSITIONS] + CREDIT
            if look and doomed(c, bound, easier, bounds, room):
                clock[DOOMED] += 1
                clock[CUT] |= bound.clock[CUT]
                continue
            enter(walk, problem, room)
        elif outcome != RUNNING:
            return outcome
    return RUNNING


@njit
def start(walk, problem, table, room):
    """Settle, enter and expand the root; WON or LOST if that is all it needs, else RUNNING."""
    deal, heights, rules = problem
    draw, limit, back = rules[0], rules[1], rules[2] == 1
    frames, pool, clock = walk
    s = frames[0]
    clock[DEPTH] = -1
    settle(s, deal, heights, draw, limit, back, room.record)
    if is_won(s, draw, limit):
        return WON
    new = seen(s, deal, table, draw, limit)
    if new == 0:
        return LOST
    if new == 3:
        return WON
    if new == 1:
        clock[ENTRIES] += 1
        if hopeless(s, deal, heights, back):
            s[PEND] = 0
            seen(s, deal, table, draw, limit)
            return LOST
    s[NOW], s[LATER] = reach(deal, s[STOCK], s[WASTE], s[PASS], draw, limit)
    s[NEXT] = 0
    s[END] = expand(s, problem, walk, 0, room)
    if clock[CHANCE]:
        arrange(s, deal, pool, 0, s[END], clock)
    clock[DEPTH] = 0
    return RUNNING

"""Everything that goes over the websocket, and the view of a game, as types.

The one source: docs/protocol.md and the client's types are written from here by
``manage.py protocol_types``. An envelope is ``{"t": type, "v": version, "d": data}``; ``v`` is the
number of actions in the game's log, after the event in what the server sends, before it in what
the client sends.
"""

from typing import Annotated, Any, Literal

import msgspec
import orjson
from msgspec import Meta, Struct, field

MOST_ACTIONS = 200
"""Actions that one message or request may hold."""

LARGEST_NUMBER = 2**53 - 1
"""Beyond this a number is not exact in every client, nor can every number be sent back."""

Number = Annotated[int, Meta(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
Answer = Number | Annotated[str, Meta(max_length=64)]
Version = Annotated[int, Meta(ge=0, le=LARGEST_NUMBER)]
ActionText = Annotated[str, Meta(description="two characters, such as `sw` or `35`")]
Cards = Annotated[str, Meta(description="two characters a card, bottom card first: `KHQS`")]


class Strict(Struct, forbid_unknown_fields=True):
    """A part of a message, without fields of unknown names."""


class ActData(Strict):
    """The actions, and the client's mark for the answer."""

    actions: Annotated[list[ActionText], Meta(min_length=1)]
    a: Answer = ""


class AnswerData(Strict):
    """The client's mark for the answer."""

    a: Answer = ""


class AuthData(Strict):
    """A personal token or an OAuth access token."""

    token: Annotated[str, Meta(max_length=4096)]


class Act(Strict, tag_field="t", tag="act"):
    """Play actions, all or none, upon version `v`. Sent again with the same `v` and actions it
    is answered again and not played again. `a` is the client's own number (at most 2^53 - 1 either
    way) or text (at most 64 characters); the answer carries it. On a sealed deck none of the
    actions may lean on a card that the same message shows first (`unseen_card`)."""

    v: Version
    d: ActData


class Resign(Strict, tag_field="t", tag="resign"):
    """Give the game up; it ends as lost."""

    d: AnswerData = field(default_factory=AnswerData)
    v: Version = 0


class Sync(Strict, tag_field="t", tag="sync"):
    """Ask for a `view`."""

    d: dict[str, Any] = field(default_factory=dict)
    v: Version = 0


class Ping(Strict, tag_field="t", tag="ping"):
    """Ask for a `pong`."""

    d: dict[str, Any] = field(default_factory=dict)
    v: Version = 0


class Auth(Strict, tag_field="t", tag="auth"):
    """Say who this is, as the first message, where no header can be set."""

    d: AuthData
    v: Version = 0


class Hidden(Strict, tag_field="t", tag="hidden"):
    """The page is out of sight: an unrated game's clock stops while all its pages are."""

    d: dict[str, Any] = field(default_factory=dict)
    v: Version = 0


class Shown(Strict, tag_field="t", tag="shown"):
    """The page is in sight again."""

    d: dict[str, Any] = field(default_factory=dict)
    v: Version = 0


Incoming = Act | Resign | Sync | Ping | Auth | Hidden | Shown
decode_incoming = msgspec.json.Decoder(Incoming).decode


class Column(Struct, omit_defaults=True):
    """A tableau column: how many cards lie face down, and those face up. `known` are the
    face-down cards where this reader may see them."""

    down: int
    up: Cards
    known: Cards | None = None


class Foundations(Struct):
    """How many cards lie on each."""

    C: int
    D: int
    H: int
    S: int


class Clock(Struct):
    """Milliseconds since the first action, and whether they go on counting."""

    ms: int
    running: bool


class Rules(Struct):
    """A rule set."""

    draw: Literal[1, 3]
    passes: Literal[1, 2, 3] | None
    scoring: Literal["standard", "vegas", "microsoft", "none"]
    take_back: bool
    pays_once: bool
    undo_limit: Annotated[int, Meta(ge=0, le=100)]
    thoughtful: bool


class Player(Struct):
    """Who plays."""

    name: str
    kind: Literal["guest", "person", "bot"]


Notice = Literal["no_moves", "no_progress"]
Status = Literal["playing", "won", "lost"]
Termination = Literal["won", "resigned", "abandoned", "closed"]


class GameView(Struct):
    """A game as its reader may see it."""

    id: str
    kind: Literal["casual", "rated", "daily"]
    ladder: str | None
    slug: str | None
    rules: Rules
    rules_version: int
    player: Player | None
    code: str | None
    columns: list[Column]
    stock: int
    waste: Cards
    foundations: Foundations
    pass_: int = field(name="pass")
    score: int | None
    money: str | None
    moves: int
    undos: int
    clock: Clock
    status: Status
    termination: Termination | None
    version: int
    legal: list[ActionText]
    undo: bool
    redo: bool
    notice: Notice | None
    helped: bool
    commitment: str | None
    deck: Cards | None
    salt: str | None
    created_at: str
    started_at: str | None
    ended_at: str | None


class Piles(Struct, omit_defaults=True):
    """The piles that changed, each with its whole new value."""

    one: Column | None = field(name="1", default=None)
    two: Column | None = field(name="2", default=None)
    three: Column | None = field(name="3", default=None)
    four: Column | None = field(name="4", default=None)
    five: Column | None = field(name="5", default=None)
    six: Column | None = field(name="6", default=None)
    seven: Column | None = field(name="7", default=None)
    stock: int | None = None
    waste: Cards | None = None
    foundations: Foundations | None = None


class ActedData(Struct, omit_defaults=True):
    """What actions did. `turned_up` has by column the card that turned up. `a` is there only for
    whoever sent the actions: it acknowledges them."""

    actions: list[ActionText]
    turned_up: dict[str, Cards]
    piles: Piles
    pass_: int = field(name="pass")
    score: int | None
    money: str | None
    moves: int
    undos: int
    clock: Clock
    legal: list[ActionText]
    undo: bool
    redo: bool
    notice: Notice | None
    a: Answer | None = None


class RefusedData(Struct, omit_defaults=True):
    """`at` is the index of the offending action, `reason` says why a move is illegal."""

    a: Answer
    code: str
    message: str
    reason: str | None = None
    at: int | None = None


class EndedData(Struct, omit_defaults=True):
    """How the game ended. Deck and salt are there where they are no secret any more."""

    status: Literal["won", "lost"]
    termination: Termination
    score: int | None
    money: str | None
    moves: int
    undos: int
    clock: Clock
    deck: Cards | None
    salt: str | None
    a: Answer | None = None


class ErrorData(Struct):
    """A code of docs/errors.md, and words."""

    code: str
    message: str


class Nothing(Struct):
    """An empty object."""


class View(Struct, tag_field="t", tag="view"):
    """The whole game."""

    v: Version
    d: GameView


class Acted(Struct, tag_field="t", tag="acted"):
    """Actions that are in the log for good. They lead from version `v` less their number to `v`;
    who knows another version than that sends `sync`."""

    v: Version
    d: ActedData


class Refused(Struct, tag_field="t", tag="refused"):
    """Nothing was done. `v` is the version that the game has."""

    v: Version
    d: RefusedData


class Ended(Struct, tag_field="t", tag="ended"):
    """The game is over."""

    v: Version
    d: EndedData


class Resync(Struct, tag_field="t", tag="resync"):
    """What the client knows does not fit; a `view` follows."""

    v: Version
    d: Nothing


class Pong(Struct, tag_field="t", tag="pong"):
    """The answer to `ping`."""

    v: Version
    d: Nothing


class Error(Struct, tag_field="t", tag="error"):
    """Why the server is about to close."""

    v: Version
    d: ErrorData


Outgoing = View | Acted | Refused | Ended | Resync | Pong | Error


def envelope(kind: bytes, version: int, data: Any) -> bytes:
    """A message to the client as it goes over the wire."""
    return b'{"t":"%b","v":%d,"d":%b}' % (kind, version, orjson.dumps(data))


CLOSE_CODES: dict[int, str] = {
    1012: "The server restarts: connect again.",
    4400: "A frame was no message of this protocol (`bad_frame`) or too long (`too_large`).",
    4401: "Nobody was named who may see this game, or what was shown opens nothing (any more).",
    4403: "This player, page or token may not do that.",
    4404: "There is no such game, board or address.",
    4408: "The client reads too slowly.",
    4429: "The budget of messages is used up, or too many connections are open.",
    4503: "The service can't reach its database: connect again later.",
}

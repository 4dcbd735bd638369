"""What the API of games reads."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.api.serializers import Flag, Strict, Text, WholeNumber
from games import engine
from games.models import Game

RULES_HELP = "A preset's slug, or a rule set of one's own."


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "enum": list(engine.PRESETS)},
            {"$ref": "#/components/schemas/RulesInput"},
        ]
    }
)
class RulesField(serializers.Field[Any, Any, Any, Any]):
    """A preset's slug or a rule set of one's own."""

    def to_internal_value(self, data: Any) -> engine.RuleSet:
        if isinstance(data, str) and data not in engine.PRESETS:
            raise engine.BadRules(f"no preset is called {data[:40]!r}")
        return engine.parse_rules(data)

    def to_representation(self, value: engine.RuleSet) -> dict[str, Any]:
        return value.as_dict()


class StartSerializer(Strict):
    """A new game: ``code`` alone, ``ladder`` alone, or ``rules`` with a deck or none."""

    rules = RulesField(required=False, help_text=RULES_HELP)
    code = Text(required=False, max_length=100, help_text="A deal code, which holds its rules.")
    deck = Text(required=False, max_length=1000, help_text="52 cards in dealing order.")
    winnable = Flag(required=False, help_text="A sealed deck that is proven winnable.")
    ladder = Text(required=False, max_length=20, help_text="For a rated game.")
    confirm = Flag(required=False, help_text="With ladder: give up the game that is open there.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        source = [name for name in ("code", "deck", "winnable", "ladder") if attrs.get(name)]
        if len(source) > 1:
            raise serializers.ValidationError({source[1]: [f"It does not go with {source[0]}."]})
        fixed = source and source[0] in ("code", "ladder")
        if fixed and "rules" in attrs:
            raise serializers.ValidationError({"rules": [f"They are fixed by {source[0]}."]})
        if not fixed and "rules" not in attrs:
            raise serializers.ValidationError({"rules": ["This field is required."]})
        return attrs


class ActionsSerializer(Strict):
    """Actions, played in order, all or none."""

    # How many are allowed is the services' matter: one answer for REST and websocket.
    actions = serializers.ListField(
        child=Text(max_length=20, trim_whitespace=False, allow_blank=True),
        min_length=1,
        help_text="Two characters each, at most 200: `sw`, `35`, `wf`.",
    )
    version = WholeNumber(
        min_value=0, max_value=2**31, help_text="The version that the actions are meant for."
    )


class NothingSerializer(Strict):
    """A request without fields."""


class ListSerializer(Strict):
    """Which of one's games to list."""

    status = serializers.ChoiceField(choices=Game.Status.choices, required=False)
    before = serializers.CharField(
        required=False, max_length=12, help_text="The id of the last game of the page before."
    )

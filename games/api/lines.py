"""The lines of boards as JSON."""

from typing import Any

from rest_framework import serializers


class PlayerSerializer(serializers.Serializer[Any]):
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=["person", "bot"])


class LineSerializer(serializers.Serializer[Any]):
    """A line of a board; what belongs to the linked game is null where that is gone."""

    rank = serializers.IntegerField(help_text="From 1; equals share it.")
    player = PlayerSerializer(allow_null=True, help_text="Null: a player who left.")
    value = serializers.FloatField(
        allow_null=True,
        help_text="What the board orders by: a rate 0 to 1 (the lower end of its 95 % interval),"
        " wins in a row, a score or sum, milliseconds, moves. Null on a daily's board.",
    )
    game = serializers.CharField(allow_null=True, help_text="The game to replay.")
    won = serializers.BooleanField(allow_null=True)
    score = serializers.IntegerField(allow_null=True)
    money = serializers.CharField(allow_null=True, help_text="A Vegas score or total as text.")
    ms = serializers.IntegerField(allow_null=True)
    moves = serializers.IntegerField(allow_null=True)
    undos = serializers.IntegerField(allow_null=True)
    period_played = serializers.IntegerField(allow_null=True)
    period_won = serializers.IntegerField(allow_null=True)
    achieved_at = serializers.DateTimeField()


class PageSerializer(serializers.Serializer[Any]):
    """A page of a board."""

    ladder = serializers.CharField()
    board = serializers.CharField()
    period = serializers.CharField(help_text="`all`, `2026-11`, `2026-W48` or a day.")
    bots = serializers.BooleanField()
    length = serializers.IntegerField(help_text="Players on the board.")
    rows = LineSerializer(many=True)
    before = serializers.CharField(allow_null=True, help_text="Ask for the page above with this.")
    after = serializers.CharField(allow_null=True, help_text="Ask for the page below with this.")


class BoardSerializer(PageSerializer):
    me = serializers.DictField(
        allow_null=True,
        help_text="The reader's own `rank`, and `rows` with five neighbours each side;"
        " null for who is not on the board.",
    )

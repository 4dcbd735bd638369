"""Cases worked out by programs of others: counts of move sequences, whole games, real deals."""

import pytest

from games import engine

from .cases import ALL_RULES, rows


def test_perft_counts_all_sequences_to_depth_seven():
    for row in rows("perft.jsonl"):
        rules = engine.parse_rules(row["rules"])
        position = engine.deal(engine.parse_deck(row["deck"]))
        counts = [engine.perft(position, rules, depth) for depth in range(1, 8)]
        assert counts == row["perft"], row


def test_perft_of_depth_zero_is_the_position_itself():
    assert engine.perft(engine.deal(engine.PACK), engine.PRESETS["easy"], 0) == 1


@pytest.mark.parametrize("slug", sorted(ALL_RULES.keys() - {"thoughtful"}))
def test_games_have_the_same_moves_and_score_after_every_action(slug):
    games = [row for row in rows("games.jsonl") if row["rules"] == slug]
    assert games
    for row in games:
        game = engine.Game(engine.parse_deck(row["deck"]), engine.parse_rules(slug))
        actions = engine.split_log(row["log"])
        for at, (legal, score) in enumerate(row["steps"]):
            assert " ".join(game.legal()) == ("" if row["won"] and at == len(actions) else legal)
            assert game.score == score
            if at < len(actions):
                game.act(actions[at], 0)
        assert (game.outcome == engine.WON) == row["won"]
        _assert_board(game.position, row["end"])


def _assert_board(position, end):
    def cards(pile):
        return [engine.TEXT[card] for card in pile]

    assert [cards(column.down) for column in position.columns] == end["down"]
    assert [cards(column.up) for column in position.columns] == end["up"]
    assert cards(position.stock) == end["stock"]
    assert cards(position.waste) == end["waste"]
    assert dict(zip("CDHS", position.foundations, strict=True)) == end["foundations"]
    assert position.pass_number == end["pass"]


@pytest.mark.parametrize("scoring", ["standard", "vegas", "microsoft"])
def test_real_deals_are_won_with_their_published_scores(scoring):
    for row in rows("real-deals.jsonl"):
        if "log" in row:
            deck = engine.parse_deck(row["deck"])
            rules = engine.RuleSet(row["draw"], None, scoring)
            game = engine.Game.replay(deck, rules, row["log"])
            assert game.outcome == engine.WON
            assert game.score == row["scores"][scoring]
            assert game.position.pass_number == row["passes"]

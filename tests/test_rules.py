"""Rules and roles: every rule has a unique name and a role."""

from __future__ import annotations

import json

import pytest

from pdfbot.rules import Role, Rule, caption_rule
from pdfbot.text import caption_labels


def test_every_rule_has_a_role() -> None:
    assert all(isinstance(rule.role, Role) for rule in Rule)


def test_only_the_rule_for_body_text_has_the_body_role() -> None:
    """A rule declared without a role would get this one."""
    assert [rule for rule in Rule if rule.role is Role.BODY] == [Rule.BODY]


def test_every_role_has_a_rule() -> None:
    assert {rule.role for rule in Rule} == set(Role)


@pytest.mark.parametrize("names", [Rule, Role])
def test_names_of_rules_and_roles_are_unique(names: type[Rule] | type[Role]) -> None:
    """Two members with the same value would be one member with two names."""
    assert len(names) == len(names.__members__)


@pytest.mark.parametrize("rule", Rule)
def test_rule_is_named_after_its_value(rule: Rule) -> None:
    assert rule.name == rule.value.upper()
    assert Rule(rule.value) is rule
    assert (str(rule), f"{rule}", json.dumps(rule)) == (rule.value, rule.value, f'"{rule.value}"')


@pytest.mark.parametrize("kind", caption_labels._NAMES)
def test_every_kind_of_caption_has_a_rule(kind: str) -> None:
    assert caption_rule(kind).role is Role.CAPTION


def test_every_caption_rule_has_a_kind() -> None:
    rules = {caption_rule(kind) for kind in caption_labels._NAMES}
    assert rules == {rule for rule in Rule if rule.role is Role.CAPTION}


def test_unknown_kind_of_caption_has_no_rule() -> None:
    with pytest.raises(ValueError, match="caption_footnote"):
        caption_rule("footnote")

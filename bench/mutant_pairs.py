"""Pairs mutants of PIT with those of Evoke that change the same thing.

Evoke has several mutants where PIT has one. A condition that PIT negates comes out otherwise in each of Evoke's replacements of the comparison
some time or other, so that it counts as noticed where one of these is; of the others Evoke has PIT's own change among its own. PIT's report
names lines, not instructions: mutants of one kind on one line are paired where both tools have as many.
"""

import csv
from collections import Counter, defaultdict
from dataclasses import dataclass

from pit import DETECTED, operator_name

# What PIT's default mutators change.
KINDS = {
    "NegateConditionals": "negated condition",
    "ConditionalsBoundary": "boundary",
    "Math": "arithmetic",
    "Increments": "arithmetic",
    "InvertNegs": "negation left out",
    "VoidMethodCall": "call left out",
    "NullReturnVals": "null returned",
    "BooleanTrueReturnVals": "true returned",
    "BooleanFalseReturnVals": "false returned",
    "PrimitiveReturns": "0 or nothing returned",
    "EmptyObjectReturnVals": "0 or nothing returned",
}
BOUNDARIES = {("<", "<="), ("<=", "<"), (">", ">="), (">=", ">")}
ARITHMETIC = {("+", "-"), ("-", "+"), ("*", "/"), ("/", "*"), ("%", "*")}
BITWISE = {("&", "|"), ("|", "&"), ("^", "&"), ("<<", ">>"), (">>", "<<"), (">>>", "<<")}
RETURNED = {"null": "null returned", "true": "true returned", "false": "false returned", "0": "0 or nothing returned"}


@dataclass
class Pairs:
    """Mutants that both tools have: how many, and how many each finds noticed. By kind, the same."""

    total: int = 0
    own: int = 0
    pit: int = 0
    # By kind: [pairs, noticed by Evoke's count, noticed by PIT's].
    kinds: dict = None
    # Mutants of PIT that have no partner.
    unpaired: int = 0


def pair(report, mutants):
    """Pairs the rows of PIT's CSV report with the mutants of a record of `evoke mutate`."""
    of_pit, own = by_place_of_pit(report), by_place_of_evoke(mutants)
    pairs = Pairs(kinds=defaultdict(lambda: [0, 0, 0]))
    for place, noticed in sorted(of_pit.items()):
        sites = own.get(place, {})
        if len(sites) != len(noticed):
            pairs.unpaired += len(noticed)
            continue
        counts = (len(noticed), sum(sites.values()), sum(noticed))
        pairs.total, pairs.own, pairs.pit = pairs.total + counts[0], pairs.own + counts[1], pairs.pit + counts[2]
        pairs.kinds[place[1]] = [before + more for before, more in zip(pairs.kinds[place[1]], counts)]
    pairs.kinds = dict(sorted(pairs.kinds.items()))
    return pairs


def by_place_of_pit(report):
    """By line and kind: of each of PIT's mutants there whether it was noticed."""
    places = defaultdict(list)
    for row in csv.reader(report.splitlines()):
        if len(row) > 5:
            kind = KINDS.get(operator_name(row[2]), operator_name(row[2]))
            places[int(row[4]), kind].append(row[5] in DETECTED)
    return places


def by_place_of_evoke(mutants):
    """By line and kind: of each instruction there whether a mutant of it was noticed that stands for PIT's."""
    places = defaultdict(dict)
    for mutant in mutants:
        for kind in kinds_of(mutant):
            sites = places[line_of(mutant), kind]
            site = (mutant["method"], mutant["offset"])
            sites[site] = sites.get(site, False) or mutant["fate"] == "killed"
    return places


def line_of(mutant):
    """The number of `line 7`; 0 where there is none."""
    return int(mutant["place"].removeprefix("line ") or 0)


def kinds_of(mutant):
    """What kinds of PIT's mutants one of Evoke's stands for."""
    operator, change = mutant["operator"], mutant["change"]
    before, _, after = change.partition(" becomes ")
    if operator == "replace-comparison":
        return ["negated condition"] + (["boundary"] if (before, after) in BOUNDARIES else [])
    if operator == "replace-arithmetic" and (before, after) in ARITHMETIC or operator == "replace-bitwise" and (before, after) in BITWISE:
        return ["arithmetic"]
    if operator == "delete-call":
        return ["call left out"]
    if operator == "delete-negation":
        return ["negation left out"]
    if operator == "replace-return-value" and after.startswith("an empty "):
        return ["0 or nothing returned"]
    if operator == "replace-return-value" and after in RETURNED:
        return [RETURNED[after]]
    return []


def add(all_pairs):
    """The pairs of several classes together."""
    kinds = defaultdict(Counter)
    for pairs in all_pairs:
        for kind, counts in pairs.kinds.items():
            kinds[kind].update(dict(zip(("pairs", "own", "pit"), counts)))
    return {kind: dict(counts) for kind, counts in sorted(kinds.items())}

"""Statistics for comparing runs of two algorithms on one class: Mann-Whitney U, and Vargha and Delaney's A12.

The p-value is exact for small samples, ties included: it comes from the distribution of the rank sum over all ways to
split the pooled values. Larger samples use the normal approximation with corrections for ties and continuity.
"""

import math
from dataclasses import dataclass
from statistics import median

SIGNIFICANT = 0.05
EXACT_UP_TO = 40
MAGNITUDES = ((0.71, "large"), (0.64, "medium"), (0.56, "small"), (0.0, "negligible"))


@dataclass(frozen=True)
class Comparison:
    """Two samples: how likely the first is to be greater, and whether that could be chance."""

    effect: float
    p: float

    def is_significant(self):
        return self.p < SIGNIFICANT

    def format(self, with_p=False):
        """The effect, in bold where it is significant."""
        text = f"{self.effect:.2f} ({self.p:.3f})" if with_p else f"{self.effect:.2f}"
        return f"**{text}**" if self.is_significant() else text


@dataclass(frozen=True)
class Tally:
    """Comparisons of the same two things on several classes. There has to be one at least."""

    comparisons: tuple

    def more(self):
        """On how many the first is significantly greater."""
        return sum(each.is_significant() and each.effect > 0.5 for each in self.comparisons)

    def fewer(self):
        """On how many the first is significantly smaller."""
        return sum(each.is_significant() and each.effect <= 0.5 for each in self.comparisons)

    def median_effect(self):
        return median(each.effect for each in self.comparisons)

    def lowest_p(self):
        return min(each.p for each in self.comparisons)


def compare(first, second):
    """The two samples compared."""
    return Comparison(a12(first, second), mann_whitney_p(first, second))


def ratio(first, second):
    """The mean of the first as a share of that of the second; 1 where both are 0, and no number where only the second is."""
    first, second = sum(first) / len(first), sum(second) / len(second)
    if second:
        return first / second
    return 1.0 if first == 0 else float("nan")


def a12(first, second):
    """The probability that a run of the first gives more than one of the second, ties counted half."""
    more = sum(1 for x in first for y in second if x > y)
    equal = sum(1 for x in first for y in second if x == y)
    return (more + 0.5 * equal) / (len(first) * len(second))


def magnitude(effect):
    """How large an A12 is, whichever side it is on: negligible, small, medium or large."""
    distance = max(effect, 1 - effect)
    return next(name for limit, name in MAGNITUDES if distance >= limit)


def mann_whitney_p(first, second):
    """The two-sided p-value of the hypothesis that both samples come from one distribution."""
    doubled = doubled_midranks([*first, *second])
    observed = sum(doubled[: len(first)])
    if len(doubled) <= EXACT_UP_TO:
        return exact_p(doubled, len(first), observed)
    return approximate_p(doubled, len(first), observed)


def doubled_midranks(values):
    """Twice the rank of each value, equal values sharing the middle of their ranks; whole numbers."""
    positions = {}
    for position, value in enumerate(sorted(values), start=1):
        first, _ = positions.get(value, (position, position))
        positions[value] = (first, position)
    return [sum(positions[value]) for value in values]


def exact_p(doubled, size, observed):
    """The share of all choices of `size` ranks whose sum is at least as far from the mean as the observed one."""
    # By number of chosen ranks: how many choices have each sum.
    counts = [{} for _ in range(size + 1)]
    counts[0][0] = 1
    for rank in doubled:
        for chosen in range(size - 1, -1, -1):
            for total, count in counts[chosen].items():
                longer = counts[chosen + 1]
                longer[total + rank] = longer.get(total + rank, 0) + count
    # Means times the number of ranks, to stay in whole numbers.
    n_ranks, mean = len(doubled), size * sum(doubled)
    distance = abs(observed * n_ranks - mean)
    extreme = sum(n for total, n in counts[size].items() if abs(total * n_ranks - mean) >= distance)
    return extreme / math.comb(n_ranks, size)


def approximate_p(doubled, size, observed):
    """The same by the normal distribution."""
    n_ranks = len(doubled)
    other = n_ranks - size
    ties = [doubled.count(rank) for rank in set(doubled)]
    tie_term = sum(count**3 - count for count in ties) / (n_ranks * (n_ranks - 1))
    variance = size * other / 12 * (n_ranks + 1 - tie_term)
    if variance <= 0:
        return 1.0
    distance = max(abs(observed / 2 - size * (n_ranks + 1) / 2) - 0.5, 0)
    return math.erfc(distance / math.sqrt(2 * variance))

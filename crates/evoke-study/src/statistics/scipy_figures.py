"""Prints what SciPy says of fixed samples, as JSON: `python scipy_figures.py > scipy_figures.json`.

The tests hold the statistics of this folder against these figures; SciPy is not needed to run them.
"""

import itertools
import json
import random

import scipy
from scipy import stats

random.seed(20)


def rank_sum_p(x, y):
    """The share of all splits whose rank sum is at least as far from its mean as the observed one."""
    ranks = stats.rankdata([*x, *y])
    mean = len(x) * ranks.sum() / len(ranks)
    observed = abs(ranks[: len(x)].sum() - mean)
    splits = [abs(sum(split) - mean) >= observed - 1e-9 for split in itertools.combinations(ranks, len(x))]
    return sum(splits) / len(splits)


def mann_whitney():
    small = [
        ([3, 4, 2, 6, 2, 5], [9, 7, 5, 10, 6, 8]),
        ([1, 1, 1, 2], [2, 2, 3, 3, 3]),
        ([0.5, 0.5, 0.5], [0.5, 0.5, 0.7]),
        ([5, 6, 7, 8, 9], [1, 2, 3]),
    ]
    for x, y in small:
        yield {"x": x, "y": y, "p": rank_sum_p(x, y)}
    untied = ([1.1, 2.2, 3.3, 4.4, 5.5, 6.6, 7.7], [0.1, 0.2, 0.3, 2.5, 4.5, 8.8])
    yield {"x": untied[0], "y": untied[1], "p": stats.mannwhitneyu(*untied, method="exact").pvalue}
    ten = ([random.randint(0, 30) + 0.001 * i for i in range(10)], [random.randint(5, 40) - 0.001 * i for i in range(10)])
    yield {"x": ten[0], "y": ten[1], "p": stats.mannwhitneyu(*ten, method="exact").pvalue}
    large = ([random.randint(0, 9) for _ in range(30)], [random.randint(1, 12) for _ in range(25)])
    yield {"x": large[0], "y": large[1], "p": stats.mannwhitneyu(*large, method="asymptotic").pvalue}


def friedman():
    tied = [[random.randint(0, 4) for _ in range(4)] for _ in range(12)]
    untied = [[random.random() for _ in range(5)] for _ in range(9)]
    for blocks in (tied, untied):
        found = stats.friedmanchisquare(*zip(*blocks))
        yield {"blocks": blocks, "chi_squared": found.statistic, "p": found.pvalue}


def studentized_range():
    for k in (2, 3, 5, 10):
        for q in (0.5, 1.7, 2.9, 4.2, 6.0):
            yield {"q": q, "k": k, "survival": stats.studentized_range.sf(q, k, float("inf"))}


def studentized_range_quantiles():
    for k in (2, 3, 4, 5, 8, 10):
        yield {"k": k, "q": stats.studentized_range.ppf(0.95, k, float("inf"))}


def pearson():
    x = [random.random() for _ in range(20)]
    for noise in (0.1, 1.0, 10.0):
        y = [value + noise * random.random() for value in x]
        found = stats.pearsonr(x, y)
        yield {"x": x, "y": y, "r": found.statistic, "p": found.pvalue}


print(
    json.dumps(
        {
            "scipy": scipy.__version__,
            "mann_whitney": list(mann_whitney()),
            "friedman": list(friedman()),
            "studentized_range": list(studentized_range()),
            "studentized_range_quantiles": list(studentized_range_quantiles()),
            "pearson": list(pearson()),
        },
        indent=1,
    )
)

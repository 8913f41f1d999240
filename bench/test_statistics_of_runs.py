"""Statistics against figures worked out by hand or known from tables."""

import itertools
import unittest

from statistics_of_runs import (
    a12,
    approximate_p,
    doubled_midranks,
    exact_p,
    magnitude,
    mann_whitney_p,
)


class EffectSize(unittest.TestCase):
    def test_counts_pairs_and_half_of_the_ties(self):
        self.assertEqual(a12([3, 4], [1, 2]), 1.0)
        self.assertEqual(a12([1, 2], [1, 2]), 0.5)
        self.assertEqual(a12([1, 2], [2, 3]), 0.125)

    def test_magnitudes_are_the_same_on_both_sides(self):
        self.assertEqual(magnitude(0.5), "negligible")
        self.assertEqual(magnitude(0.56), "small")
        self.assertEqual(magnitude(0.35), "medium")
        self.assertEqual(magnitude(0.0), "large")


class MannWhitney(unittest.TestCase):
    def test_three_against_three_apart_is_one_in_ten(self):
        self.assertAlmostEqual(mann_whitney_p([1, 2, 3], [4, 5, 6]), 2 / 20)

    def test_five_against_five_apart_is_two_in_252(self):
        self.assertAlmostEqual(mann_whitney_p(range(5), range(5, 10)), 2 / 252)

    def test_equal_samples_do_not_differ(self):
        self.assertEqual(mann_whitney_p([7] * 10, [7] * 10), 1.0)
        self.assertEqual(mann_whitney_p([7] * 30, [7] * 30), 1.0)

    def test_ties_share_the_middle_of_their_ranks(self):
        self.assertEqual(doubled_midranks([5, 1, 5, 9]), [5, 2, 5, 8])

    def test_exact_value_agrees_with_trying_all_splits(self):
        values = [1, 2, 2, 3, 5, 5, 8]
        doubled = doubled_midranks(values)
        mean = 3 * sum(doubled) / 7
        for chosen in itertools.combinations(range(7), 3):
            observed = sum(doubled[index] for index in chosen)
            sums = [sum(doubled[index] for index in split) for split in itertools.combinations(range(7), 3)]
            extreme = sum(abs(total - mean) >= abs(observed - mean) - 1e-9 for total in sums)
            self.assertAlmostEqual(exact_p(doubled, 3, observed), extreme / len(sums))

    def test_approximation_is_near_the_exact_value(self):
        doubled = doubled_midranks([*range(0, 30, 2), *range(5, 35, 2)])
        observed = sum(doubled[:15])
        self.assertAlmostEqual(
            approximate_p(doubled, 15, observed), exact_p(doubled, 15, observed), delta=0.01
        )


if __name__ == "__main__":
    unittest.main()

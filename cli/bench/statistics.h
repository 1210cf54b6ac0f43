// What a few repetitions of an experiment say: mean and spread, and whether one sample tends to be above another.
//
// Vargha and Delaney's A12 (2000) is the probability that a value of the first sample exceeds one of the second, ties
// counting half: 0.5 means no difference, 1 that the first always wins. Mann and Whitney's U test (1947) says how
// likely so large a difference would be by chance. With three repetitions a side no p can be below 0.1: A12 says more
// then.
#pragma once

#include <span>

namespace cairn::bench {

struct Sample {
  double mean = 0;
  double deviation = 0;  // of the sample, n - 1 in the denominator; 0 for a single value
  double least = 0;
  double most = 0;
};

// All zero for no values.
Sample describe(std::span<const double> values);

// 0.5 when a sample is empty.
double a12(std::span<const double> first, std::span<const double> second);

struct MannWhitney {
  double u = 0;  // of the first sample
  double p = 1;  // two-sided
};

// Exact when no value occurs twice and there are at most 40 of them; else by the normal approximation with corrections
// for ties and continuity.
MannWhitney mann_whitney(std::span<const double> first, std::span<const double> second);

}  // namespace cairn::bench

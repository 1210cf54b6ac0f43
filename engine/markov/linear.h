// A sparse linear system A x = b, solved by LU decomposition. Eigen is an implementation detail of this layer.
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace cairn::markov {

class LinearSystem {
 public:
  explicit LinearSystem(std::size_t size);
  ~LinearSystem();
  LinearSystem(const LinearSystem&) = delete;
  LinearSystem& operator=(const LinearSystem&) = delete;

  // Entries not set are 0. Setting one again replaces it.
  void set(std::size_t row, std::size_t column, double value);
  void set_right(std::size_t row, double value);

  // Requires that the matrix is regular. Where only values changed since the last time, the order of elimination found
  // then is used again.
  std::vector<double> solve();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace cairn::markov

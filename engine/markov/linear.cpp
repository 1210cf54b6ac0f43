#include "engine/markov/linear.h"

#include <Eigen/SparseCore>
#include <Eigen/SparseLU>

#include "engine/base/check.h"

namespace cairn::markov {

struct LinearSystem::Parts {
  using Matrix = Eigen::SparseMatrix<double>;

  explicit Parts(Eigen::Index size) : matrix(size, size), right(Eigen::VectorXd::Zero(size)) {}

  Matrix matrix;
  Eigen::VectorXd right;
  Eigen::SparseLU<Matrix> lu;
  Eigen::Index analyzed = -1;  // entries of the pattern the elimination order is for
};

LinearSystem::LinearSystem(std::size_t size) : parts_(std::make_unique<Parts>(static_cast<Eigen::Index>(size))) {}
LinearSystem::~LinearSystem() = default;

void LinearSystem::set(std::size_t row, std::size_t column, double value) {
  parts_->matrix.coeffRef(static_cast<Eigen::Index>(row), static_cast<Eigen::Index>(column)) = value;
}

void LinearSystem::set_right(std::size_t row, double value) { parts_->right[static_cast<Eigen::Index>(row)] = value; }

std::vector<double> LinearSystem::solve() {
  Parts& parts = *parts_;
  parts.matrix.makeCompressed();
  if (parts.analyzed != parts.matrix.nonZeros()) {  // entries are only ever added
    parts.lu.analyzePattern(parts.matrix);
    parts.analyzed = parts.matrix.nonZeros();
  }
  parts.lu.factorize(parts.matrix);
  CHECK(parts.lu.info() == Eigen::Success);
  const Eigen::VectorXd solution = parts.lu.solve(parts.right);
  return {solution.begin(), solution.end()};
}

}  // namespace cairn::markov

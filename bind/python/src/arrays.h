// Numpy arrays in and out: what Python gives becomes views of doubles, read in place where it is contiguous float64,
// and anything that does not fit is a TypeError or ValueError that names the argument.
#pragma once

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "graze/graze.h"

namespace graze::python {

namespace py = pybind11;

using Doubles = py::array_t<double, py::array::c_style>;
using Bytes = py::array_t<std::uint8_t, py::array::c_style>;
using Indices = py::array_t<std::uint32_t, py::array::c_style>;
using Bools = py::array_t<bool, py::array::c_style>;

// As contiguous float64: the array itself where it is that already, else a copy. Numbers that are neither whole nor
// real (complex, strings, objects) are a TypeError.
Doubles doubles(py::handle value, const char* argument);
// As 32-bit indices; negative ones, and numbers that are not whole, are an error.
Indices indices(py::handle value, const char* argument);

// Single numbers: TypeError for what is none, ValueError for what is out of range, both with the name of the argument.
std::int64_t whole(py::handle value, const char* argument, std::int64_t least, std::int64_t greatest);
double real(py::handle value, const char* argument);
bool flag(py::handle value, const char* argument);
// The number, which is finite; or is one, and may be infinite.
double finite(double number, const char* argument);
double known(double number, const char* argument);
// 0: as many as the machine has.
void check_threads(int threads);

// Poses as (4, 4) or (n, 4, 4); None is the identity. Rows are read on the way, nothing is expanded.
class Poses {
 public:
  Poses(py::handle value, const char* argument);
  bool batched() const { return batched_; }
  std::size_t count() const { return count_; }  // 1 unless batched
  // Pose i, or the only one. May run without the interpreter's lock.
  Pose operator[](std::size_t i) const { return data_ == nullptr ? Pose{} : read(data_ + 16 * (batched_ ? i : 0)); }

 private:
  static Pose read(const double* m) {
    return {{{m[0], m[4], m[8]}, {m[1], m[5], m[9]}, {m[2], m[6], m[10]}}, {m[3], m[7], m[11]}};
  }
  std::optional<Doubles> owner_;
  const double* data_ = nullptr;
  std::size_t count_ = 1;
  bool batched_ = false;
};

// Points as (3,) or (n, 3).
class Points {
 public:
  Points(py::handle value, const char* argument);
  bool batched() const { return batched_; }
  std::size_t count() const { return count_; }
  Vec3 operator[](std::size_t i) const {
    const double* p = data_ + 3 * (batched_ ? i : 0);
    return {p[0], p[1], p[2]};
  }

 private:
  Doubles owner_;
  const double* data_;
  std::size_t count_ = 1;
  bool batched_ = false;
};

// How many answers two arguments ask for, of which either may be one for all. Throws ValueError where they differ.
std::size_t common_count(bool batched_a, std::size_t a, bool batched_b, std::size_t b, const char* names);

Vec3 vector(py::handle value, const char* argument);
Vec3 finite_vector(py::handle value, const char* argument);
Pose pose(py::handle value, const char* argument);  // of one only
// Where the identity is no sensible default: None is a TypeError.
void need_pose(py::handle value, const char* argument);
std::vector<Vec3> vectors(py::handle value, const char* argument);

Doubles array_of(Vec3 v);
Doubles array_of(const Pose& pose);
Doubles array_of(std::span<const Pose> poses);
Doubles array_of(std::span<const double> values);
Doubles empty_vectors(std::size_t count);  // (count, 3), not filled
Indices array_of(std::span<const TrianglePair> pairs);

// A shape, and the pose that came with it.
struct Thing {
  Shape shape;
  std::optional<Pose> pose;
};
// A Shape, a Body, or anything that has `vertices` and `faces` (or `triangles`): a solid where that is closed.
Thing thing(py::handle value, const char* argument);
Body standing(py::handle value, const char* argument);   // a thing where it is; without a pose, the identity
Shape shape_of(py::handle value, const char* argument);  // of a thing without a pose
Shape mesh_like(py::handle value, const char* argument);
// More take long enough to build that an interrupt may come.
inline constexpr std::size_t many_triangles = 20000;
// A closed, outward surface of triangles as a solid; any other shape as it is.
Shape solid_if_closed(const Shape& surface);

// Triangles without an inside, or a compound with such parts: inside() and signs mean nothing there. Not what has a
// margin, which all points within it belong to.
bool is_surface(const Shape& shape);
// ValueError that says what to do.
[[noreturn]] void no_inside(const Shape& shape, const char* argument);

// A shape in its poses: a thing and the argument beside it, of which only one may say where it is.
struct Placed {
  Placed(py::handle value, py::handle pose, const char* argument, const char* pose_argument);
  Body operator[](std::size_t i) const { return {shape, own ? *own : poses[i]}; }
  Shape shape;
  std::optional<Pose> own;
  Poses poses;
};

}  // namespace graze::python

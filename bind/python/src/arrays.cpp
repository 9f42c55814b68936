#include "arrays.h"

#include "interrupt.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace graze::python {
namespace {

std::string shape_text(const py::array& array) {
  std::string text = "(";
  for (py::ssize_t i = 0; i < array.ndim(); ++i) text += (i ? ", " : "") + std::to_string(array.shape(i));
  return text + (array.ndim() == 1 ? ",)" : ")");
}

[[noreturn]] void wrong_shape(const char* argument, const char* expected, const py::array& array) {
  throw py::value_error(std::string(argument) + ": expected an array of shape " + expected + ", got " +
                        shape_text(array));
}

// Any array of real numbers, made of lists and tuples, too.
py::array real_array(py::handle value, const char* argument) {
  py::array array;
  if (py::isinstance<py::array>(value)) {
    array = py::reinterpret_borrow<py::array>(value);
  } else {
    if (value.is_none()) throw py::type_error(std::string(argument) + ": expected an array of numbers, got None");
    array = py::array::ensure(value);
    if (!array) {
      PyErr_Clear();
      throw py::type_error(std::string(argument) + ": expected an array of numbers, got " +
                           std::string(py::str(py::type::of(value).attr("__name__"))));
    }
  }
  const char kind = array.dtype().kind();
  if (kind != 'f' && kind != 'i' && kind != 'u' && kind != 'b')
    throw py::type_error(std::string(argument) + ": expected numbers that fit float64, got an array of dtype " +
                         std::string(py::str(array.dtype())));
  return array;
}

}  // namespace

Doubles doubles(py::handle value, const char* argument) {
  if (py::isinstance<Doubles>(value)) return py::reinterpret_borrow<Doubles>(value);
  const py::array array = real_array(value, argument);
  auto converted = py::array_t<double, py::array::c_style | py::array::forcecast>::ensure(array);
  if (!converted) throw py::error_already_set();
  return py::reinterpret_borrow<Doubles>(converted);
}

Indices indices(py::handle value, const char* argument) {
  if (py::isinstance<Indices>(value)) return py::reinterpret_borrow<Indices>(value);
  const py::array array = real_array(value, argument);
  const char kind = array.dtype().kind();
  if (kind == 'f' && array.size() > 0)
    throw py::type_error(std::string(argument) + ": expected whole numbers, got an array of dtype " +
                         std::string(py::str(array.dtype())));
  const auto whole = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(array);
  if (!whole) throw py::error_already_set();
  Indices result(std::vector<py::ssize_t>(array.shape(), array.shape() + array.ndim()));
  const std::int64_t* from = whole.data();
  std::uint32_t* to = result.mutable_data();
  for (py::ssize_t i = 0; i < whole.size(); ++i) {
    if (from[i] < 0 || from[i] > 0xffffffffll)
      throw py::value_error(std::string(argument) + ": the index " + std::to_string(from[i]) + " is out of range");
    to[i] = static_cast<std::uint32_t>(from[i]);
  }
  return result;
}

namespace {

[[noreturn]] void wrong_type(const char* argument, const char* expected, py::handle value) {
  throw py::type_error(std::string(argument) + ": expected " + expected + ", got " +
                       std::string(py::str(py::type::of(value).attr("__name__"))));
}

}  // namespace

std::int64_t whole(py::handle value, const char* argument, std::int64_t least, std::int64_t greatest) {
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!number || PyBool_Check(value.ptr())) {
    PyErr_Clear();
    wrong_type(argument, "a whole number", value);
  }
  int over = 0;
  const long long found = PyLong_AsLongLongAndOverflow(number.ptr(), &over);
  if (over != 0 || found < least || found > greatest)
    throw py::value_error(
        std::string(argument) + ": expected a whole number from " + std::to_string(least) +
        (greatest == std::numeric_limits<std::int64_t>::max() ? " on" : " to " + std::to_string(greatest)));
  return found;
}

double real(py::handle value, const char* argument) {
  const double number = PyNumber_Check(value.ptr()) ? PyFloat_AsDouble(value.ptr()) : -1;
  if (!PyNumber_Check(value.ptr()) || PyErr_Occurred()) {
    PyErr_Clear();
    wrong_type(argument, "a number", value);
  }
  return number;
}

bool flag(py::handle value, const char* argument) {
  if (PyBool_Check(value.ptr())) return value.ptr() == Py_True;
  if (py::isinstance(value, py::module_::import("numpy").attr("bool_"))) return PyObject_IsTrue(value.ptr()) != 0;
  wrong_type(argument, "True or False", value);
}

double finite(double number, const char* argument) {
  if (!std::isfinite(number)) throw py::value_error(std::string(argument) + ": expected a finite number");
  return number;
}

double known(double number, const char* argument) {
  if (std::isnan(number)) throw py::value_error(std::string(argument) + ": expected a number, got NaN");
  return number;
}

void check_threads(int threads) {
  if (threads < 0) throw py::value_error("threads: expected a number of threads, or 0 for as many as the machine has");
}

Poses::Poses(py::handle value, const char* argument) {
  if (value.is_none()) return;
  owner_ = doubles(value, argument);
  const Doubles& array = *owner_;
  batched_ = array.ndim() == 3;
  if ((array.ndim() != 2 && array.ndim() != 3) || array.shape(array.ndim() - 1) != 4 ||
      array.shape(array.ndim() - 2) != 4)
    wrong_shape(argument, "(4, 4) or (n, 4, 4)", array);
  data_ = array.data();
  if (batched_) count_ = static_cast<std::size_t>(array.shape(0));
  for (std::size_t i = 0; i < count_; ++i) {
    const double* last = data_ + 16 * i + 12;
    if (last[0] == 0 && last[1] == 0 && last[2] == 0 && last[3] == 1) continue;
    throw py::value_error(std::string(argument) + (batched_ ? "[" + std::to_string(i) + "]" : "") +
                          ": the last row of a pose is 0 0 0 1");
  }
}

Points::Points(py::handle value, const char* argument) : owner_(doubles(value, argument)), data_(owner_.data()) {
  batched_ = owner_.ndim() == 2;
  if ((owner_.ndim() != 1 && owner_.ndim() != 2) || owner_.shape(owner_.ndim() - 1) != 3)
    wrong_shape(argument, "(3,) or (n, 3)", owner_);
  if (batched_) count_ = static_cast<std::size_t>(owner_.shape(0));
}

std::size_t common_count(bool batched_a, std::size_t a, bool batched_b, std::size_t b, const char* names) {
  if (batched_a && batched_b && a != b)
    throw py::value_error(std::string(names) + ": one has " + std::to_string(a) + " elements, the other " +
                          std::to_string(b));
  return batched_a ? a : b;
}

Vec3 vector(py::handle value, const char* argument) {
  const Points points(value, argument);
  if (points.batched()) throw py::value_error(std::string(argument) + ": expected one vector, an array of shape (3,)");
  return points[0];
}

Vec3 finite_vector(py::handle value, const char* argument) {
  const Vec3 v = vector(value, argument);
  for (int k = 0; k < 3; ++k) finite(v[k], argument);
  return v;
}

void need_pose(py::handle value, const char* argument) {
  if (value.is_none()) throw py::type_error(std::string(argument) + ": expected a pose, got None");
}

Pose pose(py::handle value, const char* argument) {
  const Poses poses(value, argument);
  if (poses.batched()) throw py::value_error(std::string(argument) + ": expected one pose, an array of shape (4, 4)");
  return poses[0];
}

std::vector<Vec3> vectors(py::handle value, const char* argument) {
  const Doubles array = doubles(value, argument);
  if (array.ndim() != 2 || array.shape(1) != 3) {
    if (array.size() == 0) return {};
    wrong_shape(argument, "(n, 3)", array);
  }
  std::vector<Vec3> result(static_cast<std::size_t>(array.shape(0)));
  static_assert(sizeof(Vec3) == 3 * sizeof(double));
  if (!result.empty()) std::memcpy(static_cast<void*>(result.data()), array.data(), result.size() * sizeof(Vec3));
  return result;
}

Doubles array_of(Vec3 v) {
  Doubles array(3);
  double* to = array.mutable_data();
  to[0] = v.x;
  to[1] = v.y;
  to[2] = v.z;
  return array;
}

Doubles array_of(std::span<const Pose> poses) {
  Doubles array(std::vector<py::ssize_t>{static_cast<py::ssize_t>(poses.size()), 4, 4});
  double* to = array.mutable_data();
  for (const Pose& pose : poses) {
    for (int row = 0; row < 3; ++row) {
      for (int column = 0; column < 3; ++column) *to++ = pose.linear.at(row, column);
      *to++ = pose.translation[row];
    }
    for (const double last : {0.0, 0.0, 0.0, 1.0}) *to++ = last;
  }
  return array;
}

Doubles array_of(const Pose& pose) {
  return py::reinterpret_borrow<Doubles>(array_of(std::span(&pose, 1)).reshape({4, 4}));
}

Doubles array_of(std::span<const double> values) {
  Doubles array(static_cast<py::ssize_t>(values.size()));
  if (!values.empty()) std::memcpy(array.mutable_data(), values.data(), values.size_bytes());
  return array;
}

Doubles empty_vectors(std::size_t count) {
  return Doubles(std::vector<py::ssize_t>{static_cast<py::ssize_t>(count), 3});
}

Indices array_of(std::span<const TrianglePair> pairs) {
  Indices array(std::vector<py::ssize_t>{static_cast<py::ssize_t>(pairs.size()), 2});
  static_assert(sizeof(TrianglePair) == 2 * sizeof(std::uint32_t));
  if (!pairs.empty()) std::memcpy(array.mutable_data(), pairs.data(), pairs.size_bytes());
  return array;
}

Shape solid_if_closed(const Shape& surface) {
  if (surface.form() == ShapeForm::compound || surface.solid()) return surface;
  return surface.topology().closed && surface.topology().volume_sign > 0 ? as_solid(surface) : surface;
}

Shape mesh_like(py::handle value, const char* argument) {
  const char* faces = py::hasattr(value, "faces") ? "faces" : py::hasattr(value, "triangles") ? "triangles" : nullptr;
  if (!faces || !py::hasattr(value, "vertices"))
    throw py::type_error(std::string(argument) + ": expected a Shape, a Body or a mesh with vertices and faces, got " +
                         std::string(py::str(py::type::of(value).attr("__name__"))));
  const std::string name(argument);
  std::vector<Vec3> points = vectors(py::array::ensure(value.attr("vertices")), (name + ".vertices").c_str());
  const Indices corners = indices(py::array::ensure(value.attr(faces)), (name + "." + faces).c_str());
  if (corners.ndim() != 2 || corners.shape(1) != 3) wrong_shape((name + "." + faces).c_str(), "(m, 3)", corners);
  std::vector<Index3> triangles(static_cast<std::size_t>(corners.shape(0)));
  if (!triangles.empty()) std::memcpy(triangles.data(), corners.data(), triangles.size() * sizeof(Index3));
  const bool is_long = triangles.size() > many_triangles;
  return make_aside(
      [points = std::move(points), triangles = std::move(triangles)]() mutable {
        return solid_if_closed(make_mesh(std::move(points), std::move(triangles)));
      },
      is_long);
}

bool is_surface(const Shape& shape) {
  if (!shape || shape.solid() || shape.margin() > 0) return false;
  return shape.form() != ShapeForm::segment && shape.form() != ShapeForm::point;
}

void no_inside(const Shape& shape, const char* argument) {
  std::string why;
  if (shape.form() == ShapeForm::compound)
    why = "a part of the compound is a surface";
  else if (!shape.topology().closed)
    why = "its surface is open (" + std::to_string(shape.topology().open_edges) + " edges)";
  else if (shape.topology().volume_sign < 0)
    why = "its triangles are turned inward; turn them round";
  else if (shape.topology().volume_sign == 0)
    why = "it has no volume";
  else
    why = "it was made as a surface; as_solid() has the inside";
  throw py::value_error(std::string(argument) + ": expected a solid, which has an inside: " + why +
                        ". winding() answers for surfaces, too");
}

Thing thing(py::handle value, const char* argument) {
  if (py::isinstance<Shape>(value)) return {value.cast<const Shape&>(), {}};
  if (py::isinstance<Body>(value)) {
    const auto& body = value.cast<const Body&>();
    return {body.shape, body.pose};
  }
  return {mesh_like(value, argument), {}};
}

Body standing(py::handle value, const char* argument) {
  Thing found = thing(value, argument);
  return {std::move(found.shape), found.pose.value_or(Pose{})};
}

Shape shape_of(py::handle value, const char* argument) {
  Thing found = thing(value, argument);
  if (found.pose) throw py::type_error(std::string(argument) + ": expected a shape without a pose, got a Body");
  return found.shape;
}

Placed::Placed(py::handle value, py::handle pose, const char* argument, const char* pose_argument)
    : poses(pose, pose_argument) {
  Thing found = thing(value, argument);
  if (found.pose && !pose.is_none())
    throw py::value_error(std::string(pose_argument) + ": the Body " + argument + " has a pose already");
  shape = std::move(found.shape);
  own = found.pose;
}

}  // namespace graze::python

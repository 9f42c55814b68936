// pygraze._core: the C++ half of the package. The Python half (pygraze/__init__.py) names what users see.
#include <array>
#include <limits>

#include "arrays.h"
#include "interrupt.h"
#include "parts.h"

namespace graze::python {
namespace {

// Never destroyed: the interpreter may be gone when static objects are.
std::array<PyObject*, 4>& where_members() {
  static std::array<PyObject*, 4> members{};
  return members;
}
std::array<PyObject*, 7>& class_members() {
  static std::array<PyObject*, 7> members{};
  return members;
}

template <std::size_t n, class Enum>
void add_enum(py::module_& m, const char* title, const char* text, std::array<PyObject*, n>& members) {
  py::dict values;
  for (std::size_t i = 0; i < n; ++i) values[name(static_cast<Enum>(i))] = i;
  py::object made = py::module_::import("enum").attr("IntEnum")(title, values);
  made.attr("__module__") = "pygraze";
  made.attr("__doc__") = text;
  for (std::size_t i = 0; i < n; ++i) members[i] = py::object(made.attr(name(static_cast<Enum>(i)))).release().ptr();
  m.attr(title) = made;
}

}  // namespace

void add_enums(py::module_& m) {
  add_enum<4, Where>(m, "Where",
                     "Where a point is: outside, on the boundary, inside; unknown where it was not decided.",
                     where_members());
  add_enum<7, PairClass>(m, "PairClass",
                         "How two bodies lie to each other: clear, touching, overlapping, enclosed (a in b), encloses "
                         "(b in a), equal; unknown where it was not decided.",
                         class_members());
}

py::object member(Where where) {
  return py::reinterpret_borrow<py::object>(where_members()[static_cast<std::size_t>(where)]);
}
py::object member(PairClass value) {
  return py::reinterpret_borrow<py::object>(class_members()[static_cast<std::size_t>(value)]);
}

void fail(Status status, const char* verb, py::ssize_t index) {
  py::module_::import("pygraze._errors")
      .attr("raise_status")(name(status), verb, index < 0 ? py::object(py::none()) : py::object(py::int_(index)),
                            status == Status::internal ? last_fault() : "");
  throw std::logic_error("raise_status returned");
}

std::uint64_t budget_of(py::handle value, std::uint64_t usual) {
  if (value.is_none()) return usual;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::uint64_t>(whole(value, "budget", 1, most));
}

py::object answer_of(Answer answer) {
  if (answer == Answer::unknown) return py::none();
  return py::bool_(answer == Answer::yes);
}

std::string text(double number) { return py::str(py::repr(py::float_(number))); }
std::string text(Vec3 v) { return "(" + text(v.x) + ", " + text(v.y) + ", " + text(v.z) + ")"; }

}  // namespace graze::python

PYBIND11_MODULE(_core, m) {
  using namespace graze::python;
  m.doc() = "The C++ half of pygraze.";
  m.attr("__version__") = graze::version_string();
  m.def("instruction_set", &graze::instruction_set,
        "What the kernels of this process use: 'avx512', 'avx2', 'neon' or 'scalar'.");
  py::options options;
  options.disable_function_signatures();
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const graze::Error& error) {
      const py::object type = py::module_::import("pygraze._errors").attr("Error");
      PyErr_SetString(type.ptr(), error.what());
    } catch (const py::cast_error& error) {
      PyErr_SetString(PyExc_TypeError, error.what());
    }
  });
  find_main_thread();
  add_enums(m);
  add_shapes(m);
  add_pair_queries(m);
  add_point_queries(m);
  add_motion(m);
  add_probe(m);
  add_world(m);
  add_assembly(m);
  add_robot(m);
  add_simulation(m);
  add_gpu(m);
}

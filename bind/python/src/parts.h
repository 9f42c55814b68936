// The parts of the module pygraze._core, in the order in which module.cpp makes them, and what they share.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "graze/graze.h"

namespace graze::python {

namespace py = pybind11;

void add_enums(py::module_& m);
void add_shapes(py::module_& m);
void add_pair_queries(py::module_& m);
void add_point_queries(py::module_& m);
void add_motion(py::module_& m);
void add_probe(py::module_& m);
void add_world(py::module_& m);
void add_assembly(py::module_& m);
void add_robot(py::module_& m);
void add_simulation(py::module_& m);
void add_gpu(py::module_& m);

// Raises what a status means: MemoryError, pygraze.Unsupported, pygraze.Undecided or pygraze.Error, which name the verb
// and, of many, the element.
[[noreturn]] void fail(Status status, const char* verb, py::ssize_t index = -1);

// What is not told in the answer itself is raised: anything but ok, undecided and budget.
inline bool is_told(Status status) {
  return status == Status::ok || status == Status::undecided || status == Status::budget;
}
inline void check(Status status, const char* verb, py::ssize_t index = -1) {
  if (!is_told(status)) fail(status, verb, index);
}

// Members of enum.IntEnum that Python sees for these.
py::object member(Where where);
py::object member(PairClass value);

// A budget as Python gives it: None is what the verb has by itself.
std::uint64_t budget_of(py::handle value, std::uint64_t usual);

// Yes, no or unknown as True, False or None.
py::object answer_of(Answer answer);

// The numbers of a double as repr() writes them.
std::string text(double number);
std::string text(Vec3 v);

}  // namespace graze::python

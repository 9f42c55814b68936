// Shapes and bodies.
#include <pybind11/functional.h>
#include <pybind11/stl.h>

#include <cstring>
#include <limits>

#include "arrays.h"
#include "docs.h"
#include "graze/dynamics.h"
#include "graze/io.h"
#include "interrupt.h"
#include "parts.h"

namespace graze::python {
namespace {

ShapeOptions options_of(bool solid, double margin, py::handle tags) {
  ShapeOptions options{.solid = solid, .margin = margin};
  if (!tags.is_none()) {
    const Indices array = indices(tags, "tags");
    options.tags.assign(array.data(), array.data() + array.size());
  }
  return options;
}

// Is a mesh to be a solid?
enum class Wish { where_closed, yes, no };
Wish wish_of(py::handle solid) {
  if (solid.is_none()) return Wish::where_closed;
  return flag(solid, "solid") ? Wish::yes : Wish::no;
}
Shape granted(const Shape& shape, Wish wish) { return wish == Wish::where_closed ? solid_if_closed(shape) : shape; }

std::vector<Index3> corner_list(py::handle value) {
  const Indices array = indices(value, "faces");
  if (array.size() == 0) return {};
  if (array.ndim() != 2 || array.shape(1) != 3) throw py::value_error("faces: expected an array of shape (m, 3)");
  std::vector<Index3> result(static_cast<std::size_t>(array.shape(0)));
  std::memcpy(result.data(), array.data(), result.size() * sizeof(Index3));
  return result;
}

// Indices of a strip or fan, where -1 begins another run.
std::vector<std::int32_t> restart_list(py::handle value) {
  const auto array = py::array::ensure(value);
  if (!array || value.is_none() || array.ndim() != 1) {
    PyErr_Clear();
    throw py::value_error("indices: expected a list of whole numbers, an array of shape (n,)");
  }
  const char kind = array.dtype().kind();
  if (kind != 'i' && kind != 'u' && array.size() > 0)
    throw py::type_error("indices: expected whole numbers, got an array of dtype " +
                         std::string(py::str(array.dtype())));
  const auto wide = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>::ensure(array);
  if (!wide) throw py::error_already_set();
  std::vector<std::int32_t> list;
  for (py::ssize_t i = 0; i < wide.size(); ++i) {
    const std::int64_t index = wide.data()[i];
    if (index < -1 || index > std::numeric_limits<std::int32_t>::max())
      throw py::value_error("indices: the index " + std::to_string(index) + " is out of range");
    list.push_back(static_cast<std::int32_t>(index));
  }
  return list;
}

// Of what is in a closed surface or is a solid; NaN where there is none or it is not known.
double volume_of(const Shape& shape) {
  if (!shape || shape.margin() > 0 || (shape.form() == ShapeForm::compound && !shape.solid())) return unknown_number;
  if (shape.form() == ShapeForm::segment || shape.form() == ShapeForm::point) return 0;
  const bool of_triangles =
      shape.form() <= ShapeForm::box || shape.form() == ShapeForm::convex || shape.form() == ShapeForm::polyhedron;
  if (of_triangles) return shape.topology().closed ? shape.topology().signed_volume : unknown_number;
  try {
    return mass_of(shape, 1).volume;
  } catch (const Error&) {
    return unknown_number;
  }
}

std::string repr_of(const Shape& shape) {
  if (!shape) return "<pygraze.Shape empty>";
  std::string words = std::string("<pygraze.Shape ") + name(shape.form());
  const std::uint32_t count = shape.triangle_count();
  if (shape.form() <= ShapeForm::terrain || shape.form() == ShapeForm::polyhedron)
    words += ", " + std::to_string(count) + (count == 1 ? " triangle" : " triangles") +
             (shape.solid() ? ", solid" : ", surface");
  if (shape.form() != ShapeForm::halfspace) {
    const Box box = shape.bounds();
    words += ", bounds " + text(box.lo) + " to " + text(box.hi);
  }
  if (shape.margin() > 0) words += ", margin " + text(shape.margin());
  return words + ">";
}

Doubles corners_of(const Shape& shape) {
  const std::uint32_t count = shape.triangle_count();
  Doubles array(std::vector<py::ssize_t>{count, 3, 3});
  double* to = array.mutable_data();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Triangle t = shape.triangle(i);
    std::memcpy(to + 9 * std::size_t{i}, &t, sizeof t);
  }
  return array;
}

// The bytes of a saved shape, by way of a file that is gone after.
py::bytes bytes_of(const Shape& shape) {
  if (!shape) return py::bytes("");
  const py::object folder = py::module_::import("tempfile").attr("TemporaryDirectory")();
  const std::string path = std::string(py::str(folder.attr("name"))) + "/shape.graze";
  save(shape, path);
  py::object file = py::module_::import("builtins").attr("open")(path, "rb");
  const py::bytes bytes = file.attr("read")();
  file.attr("close")();
  folder.attr("cleanup")();
  return bytes;
}

Shape from_bytes(const py::bytes& bytes) {
  if (py::len(bytes) == 0) return {};
  const py::object folder = py::module_::import("tempfile").attr("TemporaryDirectory")();
  const std::string path = std::string(py::str(folder.attr("name"))) + "/shape.graze";
  py::object file = py::module_::import("builtins").attr("open")(path, "wb");
  file.attr("write")(bytes);
  file.attr("close")();
  Shape shape = load(path);
  folder.attr("cleanup")();
  return shape;
}

std::string path_of(py::handle path) { return py::str(py::module_::import("os").attr("fspath")(path)); }

void add_shape_class(py::module_& m) {
  py::class_<Shape>(m, "Shape", "Immutable geometry: cheap to copy, safe to use from any thread, ready to be pickled.")
      .def_property_readonly(
          "form", [](const Shape& s) { return name(s.form()); }, "How it is given: 'mesh', 'box', ...")
      .def_property_readonly("solid", &Shape::solid, "Does its inside belong to it?")
      .def_property_readonly("margin", &Shape::margin, "Of the world, whatever the pose; 0 for none.")
      .def_property_readonly("radius", &Shape::radius, "Of a sphere or capsule; else 0.")
      .def_property_readonly("memory", &Shape::memory, "Bytes held, with all that queries have built so far.")
      .def_property_readonly(
          "bounds",
          [](const Shape& s) {
            const Box box = s.bounds();
            Doubles array(std::vector<py::ssize_t>{2, 3});
            std::memcpy(array.mutable_data(), &box, sizeof box);
            return array;
          },
          "(2, 3): the least and the greatest corner, without the margin, in the frame of the shape.")
      .def_property_readonly("triangles", &corners_of, "(m, 3, 3): the corners of the triangles, in the shape's frame.")
      .def_property_readonly("triangle_count", &Shape::triangle_count, "How many triangles it has.")
      .def(
          "tag",
          [](const Shape& s, std::uint32_t triangle) {
            if (triangle >= s.triangle_count()) throw py::index_error("there is no triangle of that number");
            return s.tag(triangle);
          },
          py::arg("triangle"), "The number that was given to a triangle; 0 where none was.")
      .def_property_readonly(
          "closed", [](const Shape& s) { return s.topology().closed; }, "Has its surface no open edge?")
      .def_property_readonly("volume", &volume_of,
                             "Of a solid; of a closed surface below 0 where it is turned inward; NaN where nothing is "
                             "enclosed, and with a "
                             "margin.")
      .def(
          "as_solid",
          [](const Shape& s) { return make_aside([s] { return as_solid(s); }, s.triangle_count() > many_triangles); },
          "The same geometry with its inside. Raises Error for what is not closed.")
      .def("with_margin", &with_margin, py::arg("margin"), "All points of the world within `margin` of the shape.")
      .def(
          "refitted",
          [](const Shape& s, py::handle vertices, int threads) {
            check_threads(threads);
            return make_aside(
                [s, to = vectors(vertices, "vertices"), threads] {
                  DeformableMesh mesh(s);
                  mesh.update(to);
                  return mesh.prepare(threads);
                },
                s.triangle_count() > many_triangles);
          },
          py::arg("vertices"), py::arg("threads") = 1,
          "The same triangles with other vertices (n, 3): the tree is refitted, not built anew. Of a mesh, soup, strip "
          "or fan.")
      .def(
          "prepare",
          [](const Shape& s, int threads) {
            check_threads(threads);
            make_aside([s, threads] {
              prepare(s, {.threads = threads});
              return true;
            });
          },
          py::arg("threads") = 0, "Builds now what queries would build on first need.")
      .def(
          "save",
          [](const Shape& s, py::handle path) {
            make_aside([s, text = path_of(path)] {
              save(s, text);
              return true;
            });
          },
          py::arg("path"), "Writes geometry and trees to a file, which load() maps.")
      .def("__bool__", [](const Shape& s) { return static_cast<bool>(s); })
      .def("__eq__",
           [](const Shape& a, py::handle b) {
             return py::isinstance<Shape>(b) && b.cast<const Shape&>().identity() == a.identity();
           })
      .def("__hash__", [](const Shape& s) { return std::hash<const void*>()(s.identity()); })
      .def("__repr__", &repr_of)
      .def(py::pickle(&bytes_of, &from_bytes));

  py::class_<Body>(m, "Body", "A shape and where it is.")
      .def(py::init([](py::handle shape, py::handle at) {
             Body body{shape_of(shape, "shape"), pose(at, "pose")};
             if (fault(body.pose) != PoseFault::none)
               throw py::value_error(fault(body.pose) == PoseFault::singular ? "pose: the map is singular"
                                                                             : "pose: a number is not finite");
             return body;
           }),
           py::arg("shape"), py::arg("pose") = py::none())
      .def_property_readonly(
          "shape", [](const Body& b) { return b.shape; }, "In its own frame.")
      .def_property_readonly(
          "pose", [](const Body& b) { return array_of(b.pose); }, "(4, 4): from it to the world.")
      .def("__repr__",
           [](const Body& b) { return "<pygraze.Body " + repr_of(b.shape) + " at " + text(b.pose.translation) + ">"; })
      .def(py::pickle([](const Body& b) { return py::make_tuple(b.shape, array_of(b.pose)); },
                      [](const py::tuple& state) {
                        return Body{state[0].cast<Shape>(), pose(state[1], "pose")};
                      }));
}

}  // namespace

void add_shapes(py::module_& m) {
  add_shape_class(m);
  const auto none = py::none();
  m.def(
      "mesh",
      [](py::handle vertices, py::handle faces, py::handle solid, double margin, py::handle tags) {
        std::vector<Vec3> points = vectors(vertices, "vertices");
        std::vector<Index3> triangles = corner_list(faces);
        const Wish wish = wish_of(solid);
        const bool is_long = triangles.size() > many_triangles;
        return make_aside(
            [points = std::move(points), triangles = std::move(triangles),
             options = options_of(wish == Wish::yes, margin, tags), wish]() mutable {
              const Shape shape = make_mesh(std::move(points), std::move(triangles), std::move(options));
              return granted(shape, wish);
            },
            is_long);
      },
      py::arg("vertices"), py::arg("faces"), py::kw_only(), py::arg("solid") = none, py::arg("margin") = 0.0,
      py::arg("tags") = none, docs::mesh);
  m.def(
      "soup",
      [](py::handle triangles, bool solid, double margin, py::handle tags) {
        const Doubles array = doubles(triangles, "triangles");
        if (array.size() > 0 && (array.ndim() != 3 || array.shape(1) != 3 || array.shape(2) != 3))
          throw py::value_error("triangles: expected an array of shape (m, 3, 3)");
        std::vector<Vec3> points(static_cast<std::size_t>(array.size()) / 3);
        if (!points.empty()) std::memcpy(static_cast<void*>(points.data()), array.data(), points.size() * sizeof(Vec3));
        const bool is_long = points.size() > 3 * many_triangles;
        return make_aside(
            [points = std::move(points), options = options_of(solid, margin, tags)]() mutable {
              return make_soup(std::move(points), std::move(options));
            },
            is_long);
      },
      py::arg("triangles"), py::kw_only(), py::arg("solid") = false, py::arg("margin") = 0.0, py::arg("tags") = none,
      docs::soup);
  for (const bool is_strip : {true, false})
    m.def(
        is_strip ? "strip" : "fan",
        [is_strip](py::handle vertices, py::handle corners, bool solid, double margin, py::handle tags) {
          std::vector<Vec3> points = vectors(vertices, "vertices");
          std::vector<std::int32_t> numbers = restart_list(corners);
          ShapeOptions options = options_of(solid, margin, tags);
          py::gil_scoped_release unlocked;
          return is_strip ? make_strip(std::move(points), std::move(numbers), std::move(options))
                          : make_fan(std::move(points), std::move(numbers), std::move(options));
        },
        py::arg("vertices"), py::arg("indices"), py::kw_only(), py::arg("solid") = false, py::arg("margin") = 0.0,
        py::arg("tags") = none, is_strip ? docs::strip : docs::fan);
  m.def(
      "terrain",
      [](py::handle heights, double dx, double dy) {
        const Doubles array = doubles(heights, "heights");
        if (array.ndim() != 2) throw py::value_error("heights: expected an array of shape (rows, columns)");
        return make_terrain(static_cast<std::uint32_t>(array.shape(0)), static_cast<std::uint32_t>(array.shape(1)), dx,
                            dy, std::vector<double>(array.data(), array.data() + array.size()));
      },
      py::arg("heights"), py::arg("dx") = 1.0, py::arg("dy") = 1.0, docs::terrain);
  m.def(
      "polyhedron",
      [](py::handle vertices, const std::vector<std::vector<std::uint32_t>>& faces) {
        return make_polyhedron(vectors(vertices, "vertices"), faces);
      },
      py::arg("vertices"), py::arg("faces"), docs::polyhedron);
  m.def(
      "box", [](py::handle half) { return make_box(vector(half, "half")); }, py::arg("half"), docs::box);
  m.def("sphere", &make_sphere, py::arg("radius"), docs::sphere);
  m.def("capsule", &make_capsule, py::arg("radius"), py::arg("half"), docs::capsule);
  m.def("cylinder", &make_cylinder, py::arg("radius"), py::arg("half"), docs::cylinder);
  m.def("cone", &make_cone, py::arg("radius"), py::arg("half"), docs::cone);
  m.def(
      "ellipsoid", [](py::handle radii) { return make_ellipsoid(vector(radii, "radii")); }, py::arg("radii"),
      docs::ellipsoid);
  m.def(
      "segment", [](py::handle p, py::handle q) { return make_segment(vector(p, "p"), vector(q, "q")); }, py::arg("p"),
      py::arg("q"), docs::segment);
  m.def("point", &make_point, docs::point);
  m.def(
      "points",
      [](py::handle points, double radius, py::handle tags) {
        std::vector<Vec3> list = vectors(points, "points");
        ShapeOptions options = options_of(false, 0, tags);
        py::gil_scoped_release unlocked;
        return make_points(std::move(list), radius, std::move(options.tags));
      },
      py::arg("points"), py::arg("radius") = 0.0, py::kw_only(), py::arg("tags") = none, docs::points);
  m.def(
      "halfspace", [](py::handle normal, double offset) { return make_halfspace(vector(normal, "normal"), offset); },
      py::arg("normal"), py::arg("offset") = 0.0, docs::halfspace);
  m.def(
      "convex",
      [](py::handle vertices) {
        std::vector<Vec3> points = vectors(vertices, "vertices");
        const bool is_long = points.size() > many_triangles;
        return make_aside([points = std::move(points)]() mutable { return make_convex(std::move(points)); }, is_long);
      },
      py::arg("vertices"), docs::convex);
  m.def(
      "compound",
      [](const py::iterable& parts) {
        std::vector<CompoundPart> list;
        for (const py::handle part : parts) {
          if (py::isinstance<py::tuple>(part) && py::len(part) == 2) {
            const auto pair = py::reinterpret_borrow<py::tuple>(part);
            list.push_back({shape_of(pair[0], "parts"), pose(pair[1], "parts")});
          } else {
            Thing found = thing(part, "parts");
            list.push_back({std::move(found.shape), found.pose.value_or(Pose{})});
          }
        }
        return make_compound(std::move(list));
      },
      py::arg("parts"), docs::compound);
  m.def(
      "as_shape", [](py::handle mesh) { return shape_of(mesh, "mesh"); }, py::arg("mesh"), docs::as_shape);
  m.def("shrunk", &shrunk, py::arg("solid"), py::arg("by"), docs::shrunk);
  m.def(
      "load", [](py::handle path) { return make_aside([text = path_of(path)] { return load(text); }); },
      py::arg("path"), docs::load);
  m.def(
      "read_mesh",
      [](py::handle path, py::handle solid) {
        return make_aside([text = path_of(path), wish = wish_of(solid)] {
          return granted(read_mesh(text, {.solid = wish == Wish::yes}), wish);
        });
      },
      py::arg("path"), py::kw_only(), py::arg("solid") = none, docs::read_mesh);
  m.def(
      "make_pose",
      [](py::handle translation, py::handle rotation, py::handle scale) {
        const Doubles q = doubles(rotation, "rotation");
        if (q.ndim() != 1 || q.size() != 4) throw py::value_error("rotation: expected a quaternion x, y, z, w");
        return array_of(make_pose_normalized(vector(translation, "translation"),
                                             {q.data()[0], q.data()[1], q.data()[2], q.data()[3]},
                                             vector(scale, "scale")));
      },
      py::arg("translation") = py::make_tuple(0.0, 0.0, 0.0), py::arg("rotation") = py::make_tuple(0.0, 0.0, 0.0, 1.0),
      py::arg("scale") = py::make_tuple(1.0, 1.0, 1.0), docs::make_pose);
}

}  // namespace graze::python

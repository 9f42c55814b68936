#include "io/ifc/place.h"

#include <algorithm>
#include <cmath>

#include "io/ifc/alignment.h"
#include "io/ifc/grid_place.h"

namespace graze::ifc {

namespace {

Vec3 vector_of(const std::vector<double>& numbers, const Record& record) {
  if (numbers.size() < 2 || numbers.size() > 3) record.fail("it has neither two nor three numbers");
  const Vec3 v{numbers[0], numbers[1], numbers.size() > 2 ? numbers[2] : 0};
  if (!is_finite(v)) record.fail("its numbers are not finite");
  return v;
}

}  // namespace

Vec3 unit_of(Vec3 v) {
  // Scaled first, so that squares neither overflow nor vanish. Directions along an axis stay as they are.
  const Vec3 size = abs(v);
  const double most = std::max({size.x, size.y, size.z});
  if (!(most > 0) || !std::isfinite(most)) throw Error("a direction has no length");
  v = v / most;
  return v / length(v);
}

Vec3 point_at(const Context& context, std::uint32_t id) {
  const Record record = context.record(id);
  if (record.is("IFCCARTESIANPOINT")) return vector_of(record.numbers(0), record);
  if (record.is("IFCVERTEXPOINT")) return point_at(context, record.ref(0));
  record.fail("it is no point");
}

Vec3 direction_at(const Context& context, std::uint32_t id) {
  const Record record = context.record(id);
  if (record.is("IFCVECTOR")) return direction_at(context, record.ref(0));
  if (!record.is("IFCDIRECTION")) record.fail("it is no direction");
  return unit_of(vector_of(record.numbers(0), record));
}

std::vector<Vec3> point_list_at(const Context& context, std::uint32_t id) {
  const Record record = context.record(id);
  const bool flat = record.is("IFCCARTESIANPOINTLIST2D");
  if (!flat && !record.is("IFCCARTESIANPOINTLIST3D")) record.fail("it is no list of points");
  const std::vector<double> numbers = record.numbers(0);
  const std::size_t width = flat ? 2 : 3;
  if (numbers.size() % width != 0) record.fail("its numbers are not " + std::to_string(width) + " a point");
  std::vector<Vec3> points(numbers.size() / width);
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i] = {numbers[width * i], numbers[width * i + 1], flat ? 0 : numbers[width * i + 2]};
    if (!is_finite(points[i])) record.fail("its numbers are not finite");
  }
  return points;
}

Pose frame_of(Vec3 origin, Vec3 z, Vec3 x_hint) {
  Vec3 x = x_hint - z * dot(x_hint, z);
  if (length(x) < 1e-9) {
    const Vec3 other = std::fabs(z.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    x = other - z * dot(other, z);
  }
  x = unit_of(x);
  return {{x, cross(z, x), z}, origin};
}

Pose placement_at(const Context& context, std::uint32_t id) {
  if (id == 0) return {};
  const Record record = context.record(id);
  if (record.is("IFCAXIS2PLACEMENT2D")) {
    const Vec3 x = record.given(1) ? direction_at(context, record.ref(1)) : Vec3{1, 0, 0};
    return {{x, {-x.y, x.x, 0}, {0, 0, 1}}, point_at(context, record.ref(0))};
  }
  const Vec3 origin = point_at(context, record.ref(0));
  if (record.is("IFCAXIS1PLACEMENT")) {
    const Vec3 z = record.given(1) ? direction_at(context, record.ref(1)) : Vec3{0, 0, 1};
    return frame_of(origin, z, {1, 0, 0});
  }
  if (!record.is("IFCAXIS2PLACEMENT3D") && !record.is("IFCAXIS2PLACEMENTLINEAR")) record.fail("it is no placement");
  const Vec3 z = record.given(1) ? direction_at(context, record.ref(1)) : Vec3{0, 0, 1};
  const Vec3 x = record.given(2) ? direction_at(context, record.ref(2)) : Vec3{1, 0, 0};
  return frame_of(origin, z, x);
}

Pose operator_at(const Context& context, std::uint32_t id) {
  const Record record = context.record(id);
  const bool flat = record.type().find("2D") != std::string_view::npos;
  if (!record.type().starts_with("IFCCARTESIANTRANSFORMATIONOPERATOR")) record.fail("it is no transformation");
  // 2D: axis 1, axis 2, origin, scale, [scale 2]; 3D: axis 1, axis 2, origin, scale, axis 3, [scale 2, scale 3].
  const Vec3 origin = point_at(context, record.ref(2));
  const double scale = record.number(3, 1);
  const bool uneven = record.type().ends_with("UNIFORM");
  Mat3 axes;
  Vec3 scales{scale, scale, scale};
  if (flat) {
    Vec3 x{1, 0, 0}, y{0, 1, 0};
    if (record.given(0)) {
      x = direction_at(context, record.ref(0));
      y = {-x.y, x.x, 0};
      if (record.given(1) && dot(direction_at(context, record.ref(1)), y) < 0) y = -y;
    } else if (record.given(1)) {
      y = direction_at(context, record.ref(1));
      x = {y.y, -y.x, 0};
    }
    axes = {x, y, {0, 0, 1}};
    if (uneven) scales.y = record.number(4, scale);
    scales.z = 1;
  } else {
    const Vec3 z = record.given(4) ? direction_at(context, record.ref(4)) : Vec3{0, 0, 1};
    const Vec3 hint = record.given(0) ? direction_at(context, record.ref(0)) : Vec3{1, 0, 0};
    const Pose frame = frame_of({}, z, hint);
    Vec3 y = frame.linear.c1;
    if (record.given(1) && dot(direction_at(context, record.ref(1)), y) < 0) y = -y;
    axes = {frame.linear.c0, y, z};
    if (uneven) {
      scales.y = record.number(5, scale);
      scales.z = record.number(6, scale);
    }
  }
  return {{axes.c0 * scales.x, axes.c1 * scales.y, axes.c2 * scales.z}, origin};
}

Pose object_placement(const Context& context, std::uint32_t id, std::uint32_t relative_to) {
  std::vector<std::uint32_t> chain;
  for (std::uint32_t at = id; at != relative_to;) {
    if (at == 0) throw Error("its placement does not stand on that of what it belongs to");
    if (chain.size() > 500) throw Error("its placement stands on itself");
    chain.push_back(at);
    const Record record = context.record(at);
    at = record.is("IFCGRIDPLACEMENT")                         ? grid_parent(context, record)
         : record.is("IFCLOCALPLACEMENT") || record.size() > 2 ? record.ref_or_none(0)
                                                               : 0;
  }
  Pose pose;
  if (chain.empty() && relative_to == 0) pose.translation = -context.origin;
  bool first = true;
  for (std::size_t i = chain.size(); i-- > 0;) {
    const Record record = context.record(chain[i]);
    Pose own;
    if (record.is("IFCLOCALPLACEMENT")) {
      own = placement_at(context, record.ref(1));
    } else if (record.is("IFCLINEARPLACEMENT")) {
      own = record.given(2) ? placement_at(context, record.ref(2)) : linear_placement_at(context, record.ref(1));
    } else if (record.is("IFCGRIDPLACEMENT")) {
      own = grid_placement(context, record);
    } else {
      record.fail("such placements are not read");
    }
    if (first && relative_to == 0) own.translation = own.translation - context.origin;
    pose = first ? own : pose * own;
    first = false;
  }
  return pose;
}

Pose inverse_of(const Pose& pose) {
  const Mat3& m = pose.linear;
  const Vec3 r0 = cross(m.c1, m.c2), r1 = cross(m.c2, m.c0), r2 = cross(m.c0, m.c1);
  const double det = dot(m.c0, r0);
  if (!(std::fabs(det) > 0) || !std::isfinite(det)) throw Error("its transform flattens it");
  const Mat3 inverse = transpose(Mat3{r0 / det, r1 / det, r2 / det});
  return {inverse, -(inverse * pose.translation)};
}

}  // namespace graze::ifc

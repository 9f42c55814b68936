#include "response/form.h"

#include <algorithm>
#include <string>

#include "hull/polytope.h"
#include "response/way.h"
#include "shape/data.h"

namespace graze {
namespace {

constexpr double up = 1 + 0x1p-40;

// No point of a curved set is farther from a point of the shape's frame.
double farthest_from(const ConvexPiece& piece, Vec3 from) {
  const Vec3 d = row_product(piece.at.linear, from - piece.at.translation);
  const double slack = 1e-8 * (length(d) + length(piece.half));  // of poses that are not quite rigid
  if (piece.kind == PieceKind::ellipsoid)
    return length(d) + std::max({piece.half.x, piece.half.y, piece.half.z}) + slack;
  const double out = std::sqrt(d.x * d.x + d.y * d.y), rim = out + piece.half.x;
  const double low = std::fabs(-piece.half.z - d.z), high = std::fabs(piece.half.z - d.z);
  const double at_low = std::sqrt(rim * rim + low * low);
  const double top = piece.kind == PieceKind::cone ? out : rim;
  return std::max(at_low, std::sqrt(top * top + high * high)) + slack;
}

void finish(ConvexPiece& piece, Vec3 centre) {
  if (piece.curved()) {
    piece.farthest = farthest_from(piece, {}) * up;
    piece.arm = farthest_from(piece, centre) * up;
  } else {
    for (const Vec3 p : piece.points) {
      piece.farthest = std::max(piece.farthest, length(p) * up);
      piece.arm = std::max(piece.arm, length(p - centre) * up);
    }
  }
  // The centre itself is rounded. What lies around the points by the radius goes with them, and does not turn.
  piece.arm = piece.arm * up + 0x1p-45 * (piece.farthest + length(centre));
  piece.farthest = (piece.farthest + piece.radius) * up;
}

void add_face(ConvexPiece& piece, const std::vector<std::uint32_t>& corners) {
  Vec3 area;
  const Vec3 first = piece.points[corners[0]];
  for (std::size_t i = 1; i + 1 < corners.size(); ++i)
    area += cross(piece.points[corners[i]] - first, piece.points[corners[i + 1]] - first);
  const double size = length(area);
  if (!(size > 0)) return;
  piece.faces.push_back({area / size, std::uint32_t(piece.loop.size()), std::uint32_t(corners.size())});
  piece.loop.insert(piece.loop.end(), corners.begin(), corners.end());
}

ConvexPiece box_piece(Vec3 half) {
  ConvexPiece piece;
  piece.box = true;
  piece.half = half;
  for (int i = 0; i < 8; ++i)
    piece.points.push_back({i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
  for (const auto& face : std::vector<std::vector<std::uint32_t>>{
           {0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}})
    add_face(piece, face);
  return piece;
}

// The hull of points; with two faces where it is flat.
ConvexPiece hull_piece(const Polytope& hull) {
  ConvexPiece piece;
  piece.points = hull.vertices;
  if (hull.dimension >= 2) {
    for (std::uint32_t f = 0; f < hull.facet_count(); ++f)
      add_face(piece, {hull.loop.begin() + hull.facet_start[f], hull.loop.begin() + hull.facet_start[f + 1]});
  }
  return piece;
}

ConvexPiece triangle_piece(const Triangle& t, double margin) {
  const Shape hull = make_convex({t.a, t.b, t.c});
  ConvexPiece piece = hull_piece(*data_of(hull).hull);
  piece.radius = margin;
  piece.shape = margin > 0 ? with_margin(hull, margin) : hull;
  return piece;
}

[[noreturn]] void refuse(const Shape& shape, const std::string& why) {
  throw Error(std::string("a simulation does not take the shape ") + name(shape.form()) + ": " + why);
}

// The pieces of a shape that is no compound, in its own frame.
void collect(const Shape& shape, std::vector<ConvexPiece>& pieces) {
  const ShapeData& data = data_of(shape);
  switch (data.form) {
    case ShapeForm::box: {
      pieces.push_back(box_piece(shape.bounds().hi));
      break;
    }
    case ShapeForm::convex: {
      pieces.push_back(hull_piece(*data.hull));
      break;
    }
    case ShapeForm::sphere: {
      pieces.emplace_back().points = {Vec3{}};
      pieces.back().radius = shape.radius();
      break;
    }
    case ShapeForm::capsule: {
      const Triangle core = shape.triangle(0);
      const double z = std::max({core.a.z, core.b.z, core.c.z});
      pieces.emplace_back().points = {Vec3{0, 0, -z}, Vec3{0, 0, z}};
      pieces.back().radius = shape.radius();
      break;
    }
    case ShapeForm::cylinder:
    case ShapeForm::cone:
    case ShapeForm::ellipsoid: {
      ConvexPiece piece = box_piece(data.extent);
      piece.box = false;
      piece.faces.clear();
      piece.loop.clear();
      piece.kind = data.form == ShapeForm::cylinder ? PieceKind::cylinder
                   : data.form == ShapeForm::cone   ? PieceKind::cone
                                                    : PieceKind::ellipsoid;
      pieces.push_back(std::move(piece));
      break;
    }
    case ShapeForm::halfspace:
      refuse(shape, "make a large box");
    case ShapeForm::segment:
      refuse(shape, "it has no volume; make a capsule");
    case ShapeForm::point:
      refuse(shape, "it has no volume; make a sphere");
    default: {
      for (std::uint32_t i = 0; i < data.triangle_count; ++i)
        pieces.push_back(triangle_piece(data.triangle(i), data.world_margin));
      return;
    }
  }
  ConvexPiece& piece = pieces.back();
  piece.radius += data.world_margin;
  piece.shape = shape;
}

// Of a curved piece the corners of a box around it were carried with it.
Box box_of(const ConvexPiece& piece) {
  Box box;
  for (const Vec3 p : piece.points) box = merge(box, p);
  const Vec3 r{piece.radius, piece.radius, piece.radius};
  return {box.lo - r, box.hi + r};
}

// Node `at` of the pieces [first, last), halved by the middles of their boxes along the longest side.
void build(std::vector<ConvexPiece>& nodes, std::vector<ConvexPiece>& pieces, std::size_t first, std::size_t last) {
  const std::size_t at = nodes.size();
  nodes.emplace_back();
  if (last - first == 1) {
    nodes[at] = std::move(pieces[first]);
    return;
  }
  Box box, middles;
  double radius = 0;
  for (std::size_t i = first; i < last; ++i) {
    const Box own = box_of(pieces[i]);
    box = merge(box, own);
    middles = merge(middles, (own.lo + own.hi) * 0.5);
    radius = std::max(radius, pieces[i].radius);
  }
  // Corners moved outward by more than the rounding of the boxes.
  const Vec3 slack = max(abs(box.lo), abs(box.hi)) * 0x1p-40;
  box = {box.lo - slack, box.hi + slack};
  const Vec3 size = middles.hi - middles.lo;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const std::size_t middle = (first + last) / 2;
  std::nth_element(pieces.begin() + std::ptrdiff_t(first), pieces.begin() + std::ptrdiff_t(middle),
                   pieces.begin() + std::ptrdiff_t(last), [&](const ConvexPiece& a, const ConvexPiece& b) {
                     const Box p = box_of(a), q = box_of(b);
                     return p.lo[axis] + p.hi[axis] < q.lo[axis] + q.hi[axis];
                   });
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i)
    corners.push_back({i & 1 ? box.hi.x : box.lo.x, i & 2 ? box.hi.y : box.lo.y, i & 4 ? box.hi.z : box.lo.z});
  nodes[at].points = corners;
  nodes[at].shape = make_convex(corners);
  nodes[at].left = std::uint32_t(nodes.size());
  build(nodes, pieces, first, middle);
  nodes[at].right = std::uint32_t(nodes.size());
  build(nodes, pieces, middle, last);
}

// A part in the frame of the compound. A box that is turned becomes the hull that it is.
void carry(ConvexPiece& piece, const Pose& pose) {
  if (pose == Pose{}) return;
  for (Vec3& p : piece.points) p = pose * p;
  const double margin = piece.radius;
  if (piece.curved()) {
    piece.at = pose;
    piece.shape = make_compound({{piece.shape, pose}});
  } else if (piece.points.size() == 1) {
    piece.shape = make_compound({{make_sphere(margin), Pose{Mat3{}, piece.points[0]}}});
  } else if (piece.points.size() == 2) {
    piece.shape = make_compound({{piece.shape, pose}});
  } else {
    const Shape hull = make_convex(piece.points);
    ConvexPiece turned = hull_piece(*data_of(hull).hull);
    piece.points = std::move(turned.points);
    piece.faces = std::move(turned.faces);
    piece.loop = std::move(turned.loop);
    piece.shape = margin > 0 ? with_margin(hull, margin) : hull;
  }
  piece.box = false;
}

double width_along(const ConvexPiece& piece, Vec3 n) {
  double lo = dot(n, piece.points[0]), hi = lo;
  for (const Vec3 p : piece.points) {
    lo = std::min(lo, dot(n, p));
    hi = std::max(hi, dot(n, p));
  }
  return hi - lo;
}

bool rigid(const Pose& pose) {
  const Mat3 square = transpose(pose.linear) * pose.linear;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      if (!(std::fabs(square.at(i, j) - (i == j)) < 1e-9)) return false;
  return determinant_sign(pose.linear) > 0;
}

}  // namespace

std::shared_ptr<const Form> form_of(const Shape& shape) {
  if (!shape) throw Error("a simulation does not take an empty shape");
  const auto form = std::make_shared<Form>();
  std::vector<ConvexPiece> pieces;
  if (shape.form() == ShapeForm::compound) {
    const Compound& compound = *data_of(shape).compound;
    const std::vector<Pose> poses = part_poses(compound);
    for (const CompoundLeaf& leaf : compound.leaves) {
      if (!rigid(poses[leaf.node])) refuse(shape, "a part has a pose with scale");
      std::vector<ConvexPiece> own;
      collect(leaf.shape, own);
      for (ConvexPiece& piece : own) {
        carry(piece, poses[leaf.node]);
        pieces.push_back(std::move(piece));
      }
    }
  } else {
    collect(shape, pieces);
  }
  try {
    form->mass = mass_of(shape, 1);
  } catch (const Error& error) {
    form->fault = error.what();
    const Box box = shape.bounds();
    form->mass.centre = (box.lo + box.hi) * 0.5;
  }
  const Vec3 size = shape.bounds().hi - shape.bounds().lo;
  form->least = std::min({size.x, size.y, size.z});
  // Of a convex shape across its faces, however it lies in its frame.
  if (pieces.size() == 1)
    for (const PieceFace& face : pieces[0].faces)
      form->least = std::min(form->least, width_along(pieces[0], face.normal));
  if (!(form->least > 1e-6 * std::max({size.x, size.y, size.z})))
    form->least = std::max({size.x, size.y, size.z}) * 0.01;
  build(form->nodes, pieces, 0, pieces.size());
  for (ConvexPiece& node : form->nodes) finish(node, form->mass.centre);
  return form;
}

std::vector<ProofPart> proof_parts(const Shape& shape) {
  std::vector<ProofPart> parts;
  const std::shared_ptr<const Form> form = form_of(shape);
  for (const ConvexPiece& node : form->nodes) {
    ProofPart& part = parts.emplace_back();
    constexpr ShapeForm forms[] = {ShapeForm::convex, ShapeForm::cylinder, ShapeForm::cone, ShapeForm::ellipsoid};
    part.form = forms[std::size_t(node.kind)];
    if (node.curved()) {
      part.half = node.half;
      part.pose = node.at;
    } else {
      part.points = node.points;
    }
    part.radius = node.radius;
    part.left = node.left;
    part.right = node.right;
  }
  return parts;
}

}  // namespace graze

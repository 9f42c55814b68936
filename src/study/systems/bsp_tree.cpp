// The trees of study/bsp/ behind one type.
#include <cmath>
#include <optional>

#include "graze/study_trees.h"
#include "narrow/body/posed.h"
#include "study/bsp/axial_bsp.h"
#include "study/bsp/bsp_cells.h"
#include "study/bsp/bsp_collide.h"
#include "study/bsp/solid_bsp.h"
#include "study/systems/surface.h"

namespace graze::study {

struct GRAZE_HIDDEN BspTree::Planes {
  BspForm form = BspForm::list;
  std::unique_ptr<const CandidatePolygons> tree;
  std::optional<SolidCells> cells;  // of a closed shape in a tree that has them
};

const char* name(BspForm form) noexcept {
  switch (form) {
    case BspForm::paper:
      return "paper";
    case BspForm::solid:
      return "solid";
    case BspForm::axial:
      return "axial";
    case BspForm::k_d:
      return "k-d";
    case BspForm::list:
      return "list";
  }
  return "";
}

BspTree::BspTree(Shape shape, BspForm form) {
  static_cast<void>(surface_triangles(shape));  // throws for what has none
  auto planes = std::make_shared<Planes>();
  planes->form = form;
  const bool closed = shape.solid();
  if (form == BspForm::paper || form == BspForm::solid) {
    auto tree = std::make_unique<SolidBsp>(std::move(shape), form == BspForm::paper ? paper_tree : SolidBspSettings{});
    if (closed) planes->cells.emplace(*tree);
    planes->tree = std::move(tree);
  } else if (form == BspForm::axial || form == BspForm::k_d) {
    planes->tree = std::make_unique<AxialBsp>(std::move(shape), AxialBspSettings{.medians = form == BspForm::k_d});
  } else {
    planes->tree = std::make_unique<PolygonList>(std::move(shape));
  }
  planes_ = std::move(planes);
}

const Shape& BspTree::shape() const noexcept { return planes_->tree->shape(); }
BspForm BspTree::form() const noexcept { return planes_->form; }
BspSize BspTree::size() const noexcept {
  const BspStatistics s = planes_->tree->statistics();
  return {s.polygons_before, s.polygons_after, s.nodes, s.depth, s.bytes};
}

CollideResult collide(const BspPosed& a, const BspPosed& b, const CollideSettings& settings) noexcept {
  const auto tree = [](const BspPosed& body) { return body.tree ? body.tree->planes().tree.get() : nullptr; };
  return collide(BspBody{tree(a), a.pose}, BspBody{tree(b), b.pose}, settings);
}

std::vector<std::uint32_t> candidates_in(const BspPosed& body, const Box& world) {
  std::vector<std::uint32_t> found;
  Counters counters;
  const Status status =
      candidates_in(BspBody{body.tree ? body.tree->planes().tree.get() : nullptr, body.pose}, world, found, counters);
  if (status != Status::ok) throw Error(std::string("no candidates: ") + graze::name(status));
  return found;
}

bool inside_by_cells(const BspPosed& body, Vec3 point) {
  if (body.tree == nullptr || !body.tree->planes().cells)
    throw Error("only a tree of the form paper or solid, of a solid shape, has cells");
  const CellsResult result = inside(*body.tree->planes().cells, body.pose, point);
  if (result.status != Status::ok) throw Error(std::string("no answer: ") + graze::name(result.status));
  return result.inside;
}

BspAnimation::BspAnimation(std::span<const Shape> frames, BspForm form) {
  if (frames.empty()) throw Error("an animation needs a frame");
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (frames[i].triangle_count() != frames[0].triangle_count())
      throw Error("frame " + std::to_string(i) + " has " + std::to_string(frames[i].triangle_count()) +
                  " triangles, and the first one " + std::to_string(frames[0].triangle_count()));
    trees_.emplace_back(frames[i], form);
  }
}

const BspTree& BspAnimation::at(double seconds, double frames_a_second) const noexcept {
  const double count = static_cast<double>(trees_.size());
  const double place = std::floor(seconds * frames_a_second);
  const double wrapped = place - std::floor(place / count) * count;
  return trees_[wrapped >= 0 && wrapped < count ? static_cast<std::size_t>(wrapped) : 0];
}

}  // namespace graze::study

#include "shape/compound.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "base/float_state.h"
#include "base/ranges.h"
#include "graze/error.h"
#include "shape/complete.h"

namespace graze {
namespace {

[[noreturn]] void fail_compound(const std::string& what) { throw Error("compound: " + what); }

void check_parts(const std::vector<CompoundPart>& parts) {
  if (parts.empty()) fail_compound("no parts given");
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::string which = "part " + std::to_string(i);
    if (!parts[i].shape) fail_compound(which + " has an empty handle for a shape");
    switch (fault(parts[i].pose)) {
      case PoseFault::none:
        break;
      case PoseFault::not_finite:
        fail_compound(which + " has a pose that is not finite");
      case PoseFault::singular:
        fail_compound(which + " has a singular pose");
    }
  }
}

void append(Compound& all, const std::vector<CompoundPart>& parts, std::uint32_t parent, double margin) {
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Shape& shape = parts[i].shape;
    const auto node = static_cast<std::uint32_t>(all.nodes.size());
    all.nodes.push_back({parent, static_cast<std::uint32_t>(i), parts[i].pose});
    const ShapeData& data = data_of(shape);
    if (data.form == ShapeForm::compound) {
      append(all, data.compound->parts, node, margin + data.world_margin);
      continue;
    }
    const std::uint64_t next = std::uint64_t{all.number_count} + data.number_count();
    check_triangle_count(ShapeForm::compound, next);
    all.leaves.push_back({margin > 0 ? with_margin(shape, margin) : shape, node, all.number_count});
    all.number_count = static_cast<std::uint32_t>(next);
    all.triangle_total += data.triangle_count;
    all.any_round = all.any_round || data.radius > 0 || data.curved();
  }
}

std::shared_ptr<const Compound> flatten(std::vector<CompoundPart> parts, double margin) {
  auto all = std::make_shared<Compound>();
  append(*all, parts, Compound::Node::top, margin);
  all->parts = std::move(parts);
  return all;
}

}  // namespace

std::size_t Compound::memory() const noexcept {
  std::size_t bytes = sizeof(Compound) + parts.capacity() * sizeof(CompoundPart) + nodes.capacity() * sizeof(Node) +
                      leaves.capacity() * sizeof(CompoundLeaf);
  if (const PartTree* built = tree_.peek()) bytes += built->memory();
  // A shape that several parts share is there once.
  std::vector<const ShapeData*> counted;
  for (const CompoundPart& part : parts) counted.push_back(&data_of(part.shape));
  std::sort(counted.begin(), counted.end());
  counted.erase(std::unique(counted.begin(), counted.end()), counted.end());
  for (const ShapeData* data : counted) bytes += data->memory();
  return bytes;
}

std::vector<Pose> node_poses(const Compound& compound, const Pose& pose) {
  std::vector<Pose> poses(compound.nodes.size());
  for (std::size_t i = 0; i < poses.size(); ++i) {
    const Compound::Node& node = compound.nodes[i];
    poses[i] = (node.parent == Compound::Node::top ? pose : poses[node.parent]) * node.pose;
  }
  return poses;
}

void complete_compound(ShapeData& data, std::vector<CompoundPart> parts) {
  check_parts(parts);
  data.compound = flatten(std::move(parts), data.world_margin);
  data.solid = ranges::all_of(data.compound->leaves, [](const CompoundLeaf& leaf) { return leaf.shape.solid(); });
  data.bounds = {};
  const std::vector<Pose> poses = node_poses(*data.compound, {});
  for (const CompoundLeaf& leaf : data.compound->leaves)
    data.bounds = merge(data.bounds, leaf.shape.form() == ShapeForm::halfspace
                                         ? leaf.shape.bounds()
                                         : posed_box(poses[leaf.node], leaf.shape.bounds()));
}

void spread_margin(ShapeData& compound) {
  compound.compound = flatten(compound.compound->parts, compound.world_margin);
}

double widest_margin(const Shape& shape) noexcept {
  double widest = shape.margin();
  if (shape.form() != ShapeForm::compound) return widest;
  for (const CompoundLeaf& leaf : data_of(shape).compound->leaves) widest = std::max(widest, leaf.shape.margin());
  return widest;
}

Shape make_compound(std::vector<CompoundPart> parts) {
  const FloatState standard;
  ShapeData data;
  data.form = ShapeForm::compound;
  complete_compound(data, std::move(parts));
  complete(data);
  return shape_of(std::make_unique<const ShapeData>(std::move(data)));
}

PartTriangle find_part(const Shape& shape, std::uint32_t triangle) {
  if (!shape) throw Error("find_part: the shape is an empty handle");
  const ShapeData& data = data_of(shape);
  if (triangle >= data.number_count()) {
    throw Error("find_part: there is no triangle " + std::to_string(triangle) + ": the " + name(data.form) + " has " +
                std::to_string(data.number_count()));
  }
  if (data.form != ShapeForm::compound) return {{}, shape, triangle};
  const Compound& all = *data.compound;
  const auto after = std::upper_bound(all.leaves.begin(), all.leaves.end(), triangle,
                                      [](std::uint32_t t, const CompoundLeaf& leaf) { return t < leaf.first_number; });
  const CompoundLeaf& leaf = after[-1];
  PartTriangle result{{}, leaf.shape, triangle - leaf.first_number};
  for (std::uint32_t node = leaf.node; node != Compound::Node::top; node = all.nodes[node].parent)
    result.path.insert(result.path.begin(), all.nodes[node].index);
  return result;
}

}  // namespace graze

#include "graze/shape.h"

#include "graze/error.h"
#include "shape/data.h"

namespace graze {

const char* name(ShapeForm form) noexcept {
  switch (form) {
    case ShapeForm::mesh:
      return "mesh";
    case ShapeForm::soup:
      return "soup";
    case ShapeForm::strip:
      return "strip";
    case ShapeForm::fan:
      return "fan";
    case ShapeForm::terrain:
      return "terrain";
    case ShapeForm::box:
      return "box";
    case ShapeForm::sphere:
      return "sphere";
    case ShapeForm::capsule:
      return "capsule";
    case ShapeForm::segment:
      return "segment";
    case ShapeForm::point:
      return "point";
    case ShapeForm::halfspace:
      return "halfspace";
  }
  return "unknown";
}

// An empty handle has no triangles, no bounds and no memory.
ShapeForm Shape::form() const noexcept { return data_ ? data_->form : ShapeForm::mesh; }
std::uint32_t Shape::triangle_count() const noexcept { return data_ ? data_->triangle_count : 0; }
Triangle Shape::triangle(std::uint32_t index) const noexcept { return data_->triangle(index); }
std::uint32_t Shape::tag(std::uint32_t triangle) const noexcept {
  return data_ && !data_->tags.empty() ? data_->tags[triangle] : 0;
}
Box Shape::bounds() const noexcept { return data_ ? data_->bounds : Box{}; }
bool Shape::solid() const noexcept {
  return data_ && (data_->solid || data_->form == ShapeForm::sphere || data_->form == ShapeForm::capsule ||
                   data_->form == ShapeForm::halfspace);
}
double Shape::margin() const noexcept { return data_ ? data_->margin : 0; }
std::size_t Shape::memory() const noexcept { return data_ ? data_->memory() : 0; }

const Topology& Shape::topology() const {
  if (!data_) throw Error("topology: the shape is an empty handle");
  return data_->topology();
}

void prepare_rays(const Shape& shape, int threads) {
  if (!shape) throw Error("prepare_rays: the shape is an empty handle");
  if (shape.triangle_count() != 0) shape.data().ray_tree(threads);
}

void prepare_pairs(const Shape& shape, int threads) {
  if (!shape) throw Error("prepare_pairs: the shape is an empty handle");
  if (shape.triangle_count() != 0) shape.data().oriented(threads);
}

}  // namespace graze

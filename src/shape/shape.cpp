// What a handle tells of its data.
#include "graze/shape.h"

#include <cmath>
#include <limits>

#include "base/float_state.h"
#include "graze/error.h"
#include "shape/compound.h"
#include "shape/data.h"

namespace graze {

const char* name(ShapeForm form) noexcept {
  return static_cast<std::size_t>(form) < kind_rows.size() ? kind_row(form).name : "unknown";
}

// An empty handle has no triangles, no bounds and no memory.
std::uint32_t Shape::hold(const ShapeData* data) noexcept { return data->handles.hold(); }
void Shape::release(const ShapeData* data, std::uint32_t epoch) noexcept {
  if (data->handles.release(epoch)) delete data;
}

ShapeForm Shape::form() const noexcept { return data_ ? data_->form : ShapeForm::mesh; }
std::uint32_t Shape::triangle_count() const noexcept { return data_ ? data_->triangle_count : 0; }
Triangle Shape::triangle(std::uint32_t index) const noexcept { return data_->triangle(index); }
std::uint32_t Shape::tag(std::uint32_t triangle) const noexcept {
  return data_ && !data_->tags.empty() ? data_->tags[triangle] : 0;
}
Box Shape::bounds() const noexcept {
  const FloatState standard;
  if (!data_) return {};
  if (data_->radius == 0) return data_->bounds;
  // The core of a sphere or capsule is on the z axis.
  const double r = data_->radius, half = data_->bounds.hi.z;
  const double end = half == 0 ? r : std::nextafter(half + r, std::numeric_limits<double>::infinity());
  return {{-r, -r, -end}, {r, r, end}};
}
bool Shape::solid() const noexcept {
  return data_ && (data_->solid || data_->form == ShapeForm::sphere || data_->form == ShapeForm::capsule ||
                   data_->form == ShapeForm::halfspace || data_->curved());
}
double Shape::radius() const noexcept { return data_ ? data_->radius : 0; }
double Shape::margin() const noexcept { return data_ ? data_->world_margin : 0; }
std::size_t Shape::memory() const noexcept { return data_ ? data_->memory() : 0; }

const Topology& Shape::topology() const {
  const FloatState standard;
  if (!data_) throw Error("topology: the shape is an empty handle");
  return data_->topology();
}

void prepare_rays(const Shape& shape, int threads) {
  const FloatState standard;
  if (!shape) throw Error("prepare_rays: the shape is an empty handle");
  for_each_part(shape, [threads](const Shape& part) { prepare_rays(part, threads); });
  if (shape.triangle_count() != 0) data_of(shape).ray_tree(threads);
}

void prepare_pairs(const Shape& shape, int threads) {
  const FloatState standard;
  if (!shape) throw Error("prepare_pairs: the shape is an empty handle");
  for_each_part(shape, [threads](const Shape& part) { prepare_pairs(part, threads); });
  if (shape.triangle_count() != 0) data_of(shape).oriented(threads);
}

}  // namespace graze

#include "app/ray_text.h"

#include "base/json_text.h"
#include "graze/error.h"

namespace graze::app {

Ray read_ray(const Fields& fields) {
  Ray ray;
  ray.origin = read_point(fields.need("origin"), fields.at("origin"));
  if (const Json* to = fields.find("to")) {
    if (fields.find("direction") != nullptr) throw Error("give either 'direction' or 'to', not both");
    ray = ray_between(ray.origin, read_point(*to, fields.at("to")));
    if (ray.direction == ray.origin) throw Error("'to' must not be 'origin'");
  } else {
    ray.direction = read_point(fields.need("direction"), fields.at("direction"));
    if (ray.direction == Vec3{}) throw Error("'direction' must not be zero");
  }
  if (const Json* max = fields.find("max")) {
    ray.max = read_number(*max, fields.at("max"));
    if (ray.max < 0) throw Error("'max' must not be negative");
  }
  return ray;
}

void append_hit(std::string& text, const RayHit* hit) {
  JsonWriter out(text);
  if (hit == nullptr) {
    for (const char* field : {"t", "triangle", "normal", "point"}) out.field(field, nullptr);
    return;
  }
  out.field("t", hit->t).field("triangle", hit->triangle).key("normal").direction(hit->normal);
  out.field("point", hit->point);
}

}  // namespace graze::app

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
  if (hit == nullptr) {
    text += "\"t\":null,\"triangle\":null,\"normal\":null,\"point\":null";
    return;
  }
  text += "\"t\":";
  append_number(text, hit->t);
  text += ",\"triangle\":" + std::to_string(hit->triangle) + ",\"normal\":";
  if (hit->normal == Vec3{}) {
    text += "null";
  } else {
    append_point(text, hit->normal);
  }
  text += ",\"point\":";
  append_point(text, hit->point);
}

}  // namespace graze::app

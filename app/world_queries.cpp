#include "app/world_queries.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <vector>

#include "app/distance_text.h"
#include "app/move_query.h"
#include "app/move_text.h"
#include "app/ray_text.h"
#include "base/json_text.h"
#include "graze/error.h"

namespace graze::app {
namespace {

struct Request {
  const World& world;
  const Fields& fields;
  FunctionRef<const Shape&(const Fields&)> read_shape;
  QueryFilter filter;

  Body body() const {
    const Json* pose = fields.find("pose");
    return {read_shape(fields), pose == nullptr ? Pose{} : read_pose(*pose, fields.at("pose"))};
  }
};

QueryFilter read_filter(const Fields& fields, FunctionRef<ObjectId(const Json& value, const Place& place)> find) {
  QueryFilter filter;
  if (const Json* groups = fields.find("groups")) {
    const Place place = fields.at("groups");
    filter.groups = 0;
    std::size_t i = 0;
    for (const Json& group : read_array(*groups, place))
      filter.groups |= std::uint64_t{1} << read_integer(group, {&place, {}, i++}, 0, 63);
  }
  if (const Json* group = fields.find("group"))
    filter.group = static_cast<int>(read_integer(*group, fields.at("group"), 0, 63));
  if (const Json* except = fields.find("except")) filter.except = find(*except, fields.at("except"));
  return filter;
}

// What did not answer is listed; a query that is none is an error.
template <class Result>
void append_failed(JsonWriter& out, const Result& result) {
  if (result.status != Status::ok && result.failed.empty())
    throw Error(std::string("the query has no answer: ") + name(result.status));
  out.key("failed").list(result.failed, [&](const ObjectFailure& failure) {
    out.object([&] { out.field("key", failure.object.key).field("status", name(failure.status)); });
  });
}

void append_key(JsonWriter& out, bool known, const ObjectName& object) {
  out.key("key");
  known ? out.value(object.key) : out.value(nullptr);
}

template <class Objects>
void append_keys(JsonWriter& out, const Objects& objects) {
  out.key("keys").list(objects, [&](const auto& each) { out.value(each.object.key); });
}

void ask_ray(const Request& request, std::string& text) {
  WorldRaySettings settings{RayWant::closest, request.filter};
  if (const Json* want = request.fields.find("want")) {
    const std::string& which = read_string(*want, request.fields.at("want"));
    if (which != "closest" && which != "any" && which != "all")
      throw Error("'want' must be \"closest\", \"any\" or \"all\"");
    settings.want = which == "any" ? RayWant::any : which == "all" ? RayWant::all : RayWant::closest;
  }
  const WorldRayResult result = cast(request.world, read_ray(request.fields), settings);
  JsonWriter out(text);
  out.field("hit", result.answer);
  append_key(out, result.yes(), result.closest.object);
  append_hit(text, result.yes() ? &result.closest.hit : nullptr);
  if (settings.want == RayWant::all)
    out.key("hits").list(result.hits, [&](const WorldRayHit& hit) {
      out.object([&] {
        append_key(out, true, hit.object);
        append_hit(text, &hit.hit);
      });
    });
  append_failed(out, result);
}

void ask_overlap(const Request& request, std::string& text) {
  const WorldOverlapResult result = find_overlaps(request.world, request.body(), request.filter);
  JsonWriter out(text);
  append_keys(out, result.objects);
  append_failed(out, result);
}

void ask_within(const Request& request, std::string& text) {
  const double tolerance = read_number(request.fields.need("tolerance"), request.fields.at("tolerance"));
  if (tolerance < 0) throw Error("'tolerance' must not be negative");
  const WorldWithinResult result = within(request.world, request.body(), tolerance, request.filter);
  JsonWriter out(text);
  append_keys(out, result.objects);
  append_failed(out, result);
}

void ask_nearest(const Request& request, std::string& text) {
  std::size_t k = 1;
  if (const Json* count = request.fields.find("count"))
    k = static_cast<std::size_t>(read_integer(*count, request.fields.at("count"), 0, std::numeric_limits<int>::max()));
  const Json* point = request.fields.find("point");
  if ((point != nullptr) == (request.fields.find("shape") != nullptr)) throw Error("give either 'shape' or 'point'");
  const WorldNearestResult result =
      point != nullptr ? find_nearest(request.world, read_point(*point, request.fields.at("point")), k, request.filter)
                       : find_nearest(request.world, request.body(), k, request.filter);
  JsonWriter out(text);
  out.key("objects").list(result.objects, [&](const WorldNear& near) {
    out.object([&] {
      append_key(out, true, near.object);
      append_distance(text, near.result);
    });
  });
  append_failed(out, result);
}

void ask_cast(const Request& request, std::string& text) {
  const Motion motion = read_motion(request.fields.need("motion"), request.fields.at("motion"));
  const WorldMoveResult found =
      move(request.world, request.body(), motion, read_move_settings(request.fields), request.filter);
  if (found.result.status != Status::ok && found.result.status != Status::budget)
    throw Error(std::string("the query has no answer: ") + name(found.result.status));
  JsonWriter out(text);
  append_key(out, has_contact(found.result), found.object);
  append_move(text, found.result);
}

void ask_walk(const Request& request, std::string& text) {
  const Fields& fields = request.fields;
  MoverSettings settings;
  if (const Json* up = fields.find("up")) settings.up = read_point(*up, fields.at("up"));
  if (const Json* expel = fields.find("expel")) settings.expel = read_number(*expel, fields.at("expel"));
  if (const Json* step = fields.find("step")) settings.step = read_number(*step, fields.at("step"));
  if (const Json* steepest = fields.find("steepest")) settings.steepest = read_number(*steepest, fields.at("steepest"));
  const Vec3 way = read_point(fields.need("way"), fields.at("way"));
  const WorldWalkResult found = walk(request.world, request.body(), way, settings, nullptr, request.filter);
  const MoverResult& result = found.result;
  if (result.status != Status::ok && result.status != Status::budget)
    throw Error(std::string("the query has no answer: ") + name(result.status));
  JsonWriter out(text);
  const bool standing = result.on_ground == Answer::yes;
  out.field("pose", result.pose).field("on_ground", result.on_ground);
  append_key(out, standing, found.ground);
  out.key("ground");
  standing ? out.value(result.ground) : out.value(nullptr);
  std::size_t number = 0;
  out.field("planes", result.planes).key("walls").list(result.walls, [&](const MoverWall& wall) {
    out.object([&] {
      append_key(out, true, found.walls[number++]);
      out.field("point", wall.point).field("normal", wall.normal).key("feature");
      append_feature(text, wall.feature);
    });
  });
  out.field("stepped", result.stepped).field("blocked", result.blocked).field("rescue", name(result.rescue));
  out.field("complete", result.status != Status::budget);
}

// Besides "id", "op", "do" and the fields of the filter; empty strings are none.
struct WorldQuery {
  std::string_view name;
  void (*ask)(const Request& request, std::string& text);
  std::array<std::string_view, 8> fields;
};
constexpr WorldQuery queries[] = {
    {"ray", ask_ray, {"origin", "direction", "to", "max", "want"}},
    {"overlap", ask_overlap, {"shape", "pose"}},
    {"within", ask_within, {"shape", "pose", "tolerance"}},
    {"nearest", ask_nearest, {"shape", "pose", "point", "count"}},
    {"cast", ask_cast, {"shape", "pose", "motion", "expel", "tolerance", "budget"}},
    {"walk", ask_walk, {"shape", "pose", "way", "up", "expel", "step", "steepest"}},
};

const WorldQuery* query_of(const std::string& what) {
  for (const WorldQuery& query : queries)
    if (query.name == what) return &query;
  return nullptr;
}

}  // namespace

bool is_world_query(const std::string& what) { return query_of(what) != nullptr; }

std::string world_query_names() {
  std::string text;
  for (const WorldQuery& query : queries) text += (text.empty() ? "" : ", ") + std::string(query.name);
  return text;
}

void answer_world_query(const World& world, const Json& request, const std::string& what,
                        FunctionRef<const Shape&(const Fields&)> read_shape,
                        FunctionRef<ObjectId(const Json& value, const Place& place)> find, std::string& text) {
  const WorldQuery& query = *query_of(what);
  const Place root;
  std::vector<std::string_view> known{"id", "op", "do", "groups", "group", "except"};
  for (const std::string_view field : query.fields)
    if (!field.empty()) known.push_back(field);
  const Fields fields(request, root, known);
  query.ask({world, fields, read_shape, read_filter(fields, find)}, text);
}

}  // namespace graze::app

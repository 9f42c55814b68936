#include "app/world_queries.h"

#include <algorithm>
#include <array>
#include <limits>

#include "app/distance_text.h"
#include "app/move_query.h"
#include "app/move_text.h"
#include "app/ray_text.h"
#include "base/json_text.h"
#include "graze/error.h"

namespace graze::app {
namespace {

constexpr std::array kinds = {"ray", "overlap", "within", "nearest", "cast", "walk"};

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
void append_failed(std::string& text, const Result& result) {
  if (result.status != Status::ok && result.failed.empty())
    throw Error(std::string("the query has no answer: ") + name(result.status));
  text += ",\"failed\":[";
  for (const ObjectFailure& failure : result.failed) {
    if (text.back() != '[') text += ',';
    text += "{\"key\":" + std::to_string(failure.object.key) + ",\"status\":\"" + name(failure.status) + "\"}";
  }
  text += ']';
}

void append_key(std::string& text, bool known, const ObjectName& object) {
  text += "\"key\":" + (known ? std::to_string(object.key) : "null");
}

template <class Objects>
void append_keys(std::string& text, const Objects& objects) {
  text += ",\"keys\":[";
  for (const auto& each : objects) {
    if (text.back() != '[') text += ',';
    text += std::to_string(each.object.key);
  }
  text += ']';
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
  text += std::string(",\"hit\":") + json(result.answer) + ',';
  append_key(text, result.yes(), result.closest.object);
  text += ',';
  append_hit(text, result.yes() ? &result.closest.hit : nullptr);
  if (settings.want == RayWant::all) {
    text += ",\"hits\":[";
    for (const WorldRayHit& hit : result.hits) {
      text += text.back() == '[' ? "{" : ",{";
      append_key(text, true, hit.object);
      text += ',';
      append_hit(text, &hit.hit);
      text += '}';
    }
    text += ']';
  }
  append_failed(text, result);
}

void ask_overlap(const Request& request, std::string& text) {
  const WorldOverlapResult result = find_overlaps(request.world, request.body(), request.filter);
  append_keys(text, result.objects);
  append_failed(text, result);
}

void ask_within(const Request& request, std::string& text) {
  const double tolerance = read_number(request.fields.need("tolerance"), request.fields.at("tolerance"));
  if (tolerance < 0) throw Error("'tolerance' must not be negative");
  const WorldWithinResult result = within(request.world, request.body(), tolerance, request.filter);
  append_keys(text, result.objects);
  append_failed(text, result);
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
  text += ",\"objects\":[";
  for (const WorldNear& near : result.objects) {
    text += text.back() == '[' ? "{" : ",{";
    append_key(text, true, near.object);
    text += ',';
    append_distance(text, near.result);
    text += '}';
  }
  text += ']';
  append_failed(text, result);
}

void ask_cast(const Request& request, std::string& text) {
  const Motion motion = read_motion(request.fields.need("motion"), request.fields.at("motion"));
  const WorldMoveResult found =
      move(request.world, request.body(), motion, read_move_settings(request.fields), request.filter);
  if (found.result.status != Status::ok && found.result.status != Status::budget)
    throw Error(std::string("the query has no answer: ") + name(found.result.status));
  text += ',';
  append_key(text, has_contact(found.result), found.object);
  text += ',';
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
  JsonWriter(text).field("pose", result.pose);
  text += std::string(",\"on_ground\":") + json(result.on_ground) + ',';
  append_key(text, result.on_ground == Answer::yes, found.ground);
  text += ",\"ground\":";
  if (result.on_ground == Answer::yes) {
    append_point(text, result.ground);
  } else {
    text += "null";
  }
  text += ",\"planes\":" + std::to_string(result.planes) + ",\"walls\":[";
  for (std::size_t i = 0; i < result.walls.size(); ++i) {
    const MoverWall& wall = result.walls[i];
    text += i == 0 ? "{" : ",{";
    append_key(text, true, found.walls[i]);
    text += ",\"point\":";
    append_point(text, wall.point);
    text += ",\"normal\":";
    append_point(text, wall.normal);
    text += ",\"feature\":";
    append_feature(text, wall.feature);
    text += '}';
  }
  text += ']';
  text += result.stepped ? ",\"stepped\":true" : ",\"stepped\":false";
  text += result.blocked ? ",\"blocked\":true" : ",\"blocked\":false";
  text += std::string(",\"rescue\":\"") + name(result.rescue) + '"';
  text += result.status == Status::budget ? ",\"complete\":false" : ",\"complete\":true";
}

}  // namespace

bool is_world_query(const std::string& what) { return std::find(kinds.begin(), kinds.end(), what) != kinds.end(); }

void answer_world_query(const World& world, const Json& request, const std::string& what,
                        FunctionRef<const Shape&(const Fields&)> read_shape,
                        FunctionRef<ObjectId(const Json& value, const Place& place)> find, std::string& text) {
  const Place root;
  const auto answer = [&](std::initializer_list<std::string_view> known, void (*ask)(const Request&, std::string&)) {
    const Fields fields(request, root, known);
    ask({world, fields, read_shape, read_filter(fields, find)}, text);
  };
  if (what == "ray")
    return answer({"id", "op", "do", "groups", "group", "except", "origin", "direction", "to", "max", "want"}, ask_ray);
  if (what == "overlap") return answer({"id", "op", "do", "groups", "group", "except", "shape", "pose"}, ask_overlap);
  if (what == "within")
    return answer({"id", "op", "do", "groups", "group", "except", "shape", "pose", "tolerance"}, ask_within);
  if (what == "nearest")
    return answer({"id", "op", "do", "groups", "group", "except", "shape", "pose", "point", "count"}, ask_nearest);
  if (what == "cast")
    return answer(
        {"id", "op", "do", "groups", "group", "except", "shape", "pose", "motion", "expel", "tolerance", "budget"},
        ask_cast);
  answer({"id", "op", "do", "groups", "group", "except", "shape", "pose", "way", "up", "expel", "step", "steepest"},
         ask_walk);
}

}  // namespace graze::app

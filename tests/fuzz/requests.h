// Sessions of `graze query`, made up request by request: every op of docs/protocol.md, about shapes that were defined
// before. Everything follows from one seed and from which requests were answered.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/fuzz/shapes.h"

namespace graze::fuzz {

struct Request {
  Json json;
  std::string line;
  std::string op;                   // of a world: what to do, such as "world step"
  std::vector<std::string> shapes;  // that it reads
  std::string defines;              // the shape that it defines, updates or forgets
  bool broken = false;              // on purpose
};

// Ops with a field `budget`, in units of work.
inline bool takes_budget(const std::string& op) {
  constexpr std::string_view ops[] = {"collide",  "classify", "distance", "within", "penetration", "interference",
                                      "contacts", "ray",      "self",     "move",   "inside",      "probe"};
  return std::find(std::begin(ops), std::end(ops), op) != std::end(ops);
}

class Requests {
 public:
  explicit Requests(std::uint64_t seed) : dice_(seed), regime_(random_regime(dice_)) {}

  Request next();
  // Must be told about each request before the next is made.
  void learn(const Request& request, bool answered);

 private:
  struct Known {
    std::string name, kind;
    std::size_t vertices = 0;
    bool compound = false;
  };

  struct Object {
    std::uint64_t key = 0;
    std::size_t vertices = 0;  // of a deformable one
  };

  bool chance(int one_in) { return dice_.chance(one_in); }
  std::int64_t random_budget() { return dice_.pick({1, 100, 10000, 1 << 20, 1 << 24, 1 << 24}); }
  const Known& any() { return known_[dice_.bits() % known_.size()]; }
  Object any_object() { return objects_.empty() || chance(30) ? Object{99} : objects_[dice_.bits() % objects_.size()]; }
  Vec3 near(const Json& body);
  Json body(Request& request);
  void two_bodies(Request& request);
  void one_body(Request& request);
  Json motion();

  void define(Request& request);
  void update(Request& request);
  void ray(Request& request);
  void move(Request& request);
  void ccd(Request& request);
  void probe(Request& request);
  void world(Request& request);
  void edit(Request& request);
  void pair_query(Request& request);
  void break_it(Request& request);

  oracle::Dice dice_;
  Regime regime_;
  std::vector<Known> known_;
  Known made_;                   // by the last define
  Object added_;                 // by the last add
  std::vector<Object> objects_;  // of the world
  int number_ = 0;
};

inline Json Requests::body(Request& request) {
  const Known& known = any();
  request.shapes.push_back(known.name);
  Json result{{"shape", known.name}};
  if (const Json at = pose(dice_, regime_); !at.is_null()) result["pose"] = at;
  return result;
}

// A point about where a body is.
inline Vec3 Requests::near(const Json& body) {
  const Vec3 aside = vector(dice_, regime_) * dice_.pick({0.0, 0.1, 0.5, 1.0});
  if (!body.contains("pose")) return aside;
  Vec3 at;
  const Json& pose = body["pose"];
  for (std::size_t k = 0; k < 3; ++k)
    at[static_cast<int>(k)] = (pose.contains("matrix") ? pose["matrix"][k][3] : pose["translation"][k]).get<double>();
  return at + aside;
}

inline void Requests::two_bodies(Request& request) {
  request.json["a"] = body(request);
  request.json["b"] = body(request);
  if (!chance(8)) return;
  // Concentric or coincident.
  if (chance(2)) request.json["b"]["shape"] = request.shapes[1] = request.shapes[0];
  request.json["b"].erase("pose");
  if (request.json["a"].contains("pose")) request.json["b"]["pose"] = request.json["a"]["pose"];
}

inline void Requests::one_body(Request& request) { request.json.update(body(request)); }

inline Json Requests::motion() {
  const auto turn = [&] {
    const Vec3 axis = chance(3) ? dice_.pick({Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}}) : vector(dice_, regime_);
    const double two_pi = 0x1.921fb54442d18p+2;
    const double angle =
        chance(3) ? dice_.pick({two_pi, -two_pi, two_pi / 4, 1e-9, 0.0, 1e-300}) : dice_.uniform(-two_pi, two_pi);
    return Json{
        {"origin", json(chance(2) ? regime_.offset : place(dice_, regime_))}, {"axis", json(axis)}, {"angle", angle}};
  };
  const auto by = [&] {
    return json(chance(20) ? Vec3{} : vector(dice_, regime_) * dice_.pick({1.0, 1.0, 2.0, 1e-9}));
  };
  switch (dice_.integer(0, 5)) {
    case 0:
      return {{"rotation", turn()}};
    case 1:
      return {{"translation", by()}, {"rotation", turn()}};
    case 2: {
      Json screw = turn();
      screw["advance"] = number(dice_, regime_);
      return {{"screw", screw}};
    }
    case 3: {
      Json spin = turn();
      spin["translation"] = by();
      return {{"spin", spin}};
    }
    default:
      return {{"translation", by()}};
  }
}

inline void Requests::define(Request& request) {
  std::vector<std::string> parts;
  for (const Known& known : known_)
    if (!known.compound || chance(8)) parts.push_back(known.name);
  Definition made = definition(dice_, regime_, parts);
  const bool again = !known_.empty() && (known_.size() >= 8 || chance(6));
  made_ = {again ? any().name : "s" + std::to_string(known_.size()), made.kind, made.vertices, made.kind == "compound"};
  request.json["shape"] = request.defines = made_.name;
  request.json[made.kind] = made.value;
  request.shapes = made.parts;
  if (made.closed ? chance(2) : chance(40)) request.json["solid"] = true;
  if (chance(6)) request.json["margin"] = length_of(dice_, regime_) * 0.25;
}

inline void Requests::update(Request& request) {
  const Known* mesh = &any();
  for (const Known& known : known_)
    if (known.vertices > 0 && !chance(20)) mesh = &known;
  request.json["shape"] = request.defines = mesh->name;
  request.shapes.push_back(mesh->name);
  const int count = static_cast<int>(mesh->vertices);
  const int first = chance(2) && count > 1 ? dice_.integer(0, count - 1) : 0;
  request.json["vertices"] =
      json(points(dice_, regime_, std::max(1, first == 0 ? count : dice_.integer(1, count - first))));
  if (first > 0) request.json["first"] = first;
}

inline void Requests::ray(Request& request) {
  one_body(request);
  const Vec3 origin = chance(2) ? near(request.json) + vector(dice_, regime_) : place(dice_, regime_);
  request.json["origin"] = json(origin);
  Vec3 direction = near(request.json) - origin;
  if (chance(3)) direction = dice_.pick({Vec3{1, 0, 0}, Vec3{0, -1, 0}, Vec3{0, 0, 1}}) * regime_.size;
  if (chance(4)) direction = direction * (1 / regime_.size) * std::pow(10.0, dice_.uniform(-300, 300));
  if (chance(5)) {
    request.json["to"] = json(near(request.json));
  } else {
    request.json["direction"] = json(direction);
  }
  if (chance(6)) request.json["max"] = chance(2) ? dice_.uniform(0, 4) : std::fabs(number(dice_, regime_));
  if (chance(4)) request.json["all"] = true;
}

inline void Requests::move(Request& request) {
  request.json["moving"] = body(request);
  request.json["motion"] = motion();
  Json others = Json::array();
  for (int k = chance(40) ? 0 : dice_.pick({1, 1, 1, 2, 3}); k > 0; --k) {
    others.push_back(body(request));
    if (chance(4)) others.back()["motion"] = motion();
  }
  request.json["others"] = others;
  if (chance(5))
    request.json["tolerance"] = chance(2) ? 0 : std::fabs(number(dice_, regime_)) * dice_.pick({1.0, 1e-6});
  if (chance(6))
    request.json["expel"] = chance(2) ? Json("derived") : Json(length_of(dice_, regime_) * dice_.pick({0.1, 1e-6}));
}

inline void Requests::ccd(Request& request) {
  request.json["kind"] = chance(2) ? "vertex-face" : "edge-edge";
  const std::vector<Vec3> from = points(dice_, regime_, 4);
  std::vector<Vec3> to = points(dice_, regime_, 4);
  for (std::size_t k = 0; k < 4; ++k)
    if (chance(5)) to[k] = from[k];
  request.json["t0"] = json(from);
  request.json["t1"] = json(to);
  if (chance(4)) request.json["tolerance"] = std::fabs(number(dice_, regime_)) * dice_.pick({1.0, 1e-6, 0.0});
  if (chance(4)) request.json["separation"] = std::fabs(number(dice_, regime_)) * dice_.pick({1.0, 1e-6, 0.0});
}

// A hand that goes from the tool towards a body, straight; now and then it is elsewhere.
inline void Requests::probe(Request& request) {
  request.json["tool"] = body(request);
  Json bodies = Json::array(), hands = Json::array();
  for (int k = dice_.pick({0, 1, 1, 1, 2}); k > 0; --k) bodies.push_back(body(request));
  Json hand = request.json["tool"].contains("pose") ? request.json["tool"]["pose"]
                                                    : Json{{"translation", Json::array({0, 0, 0})}};
  const Vec3 from = near(Json::object({{"pose", hand}})), to = bodies.empty() ? place(dice_, regime_) : near(bodies[0]);
  const Vec3 by = (to - from) * dice_.pick({1e-6, 1e-3, 0.02, 0.25});
  for (int k = dice_.integer(1, 8); k > 0; --k) {
    for (std::size_t i = 0; i < 3; ++i) {
      Json& number = hand.contains("matrix") ? hand["matrix"][i][3] : hand["translation"][i];
      number = number.get<double>() + by[static_cast<int>(i)];
    }
    hands.push_back(hand);
    if (const Json other = pose(dice_, regime_); chance(40) && !other.is_null()) hands.back() = other;
  }
  request.json["bodies"] = bodies;
  request.json["hands"] = hands;
  if (chance(3)) request.json["stiffness"] = dice_.pick({1.0, 100.0, 1e6});
  if (chance(3)) request.json["largest_force"] = dice_.pick({1e-3, 1.0, 1e3});
  if (chance(3)) request.json["largest_change"] = dice_.pick({1e-3, 0.5, 1.0});
  if (chance(3)) request.json["gap"] = length_of(dice_, regime_) * dice_.pick({0.1, 1e-3, 1e-6});
}

inline void Requests::edit(Request& request) {
  const std::string what = dice_.pick({"move", "move", "move", "move", "reshape", "deform", "remove", "sleep", "wake"});
  request.json["do"] = what;
  Object object = any_object();
  for (const Object& each : objects_)
    if (what == "deform" && each.vertices > 0) object = each;
  request.json["key"] = object.key;
  if (what == "move" && chance(3)) {
    request.json["motion"] = motion();
  } else if (what == "move") {
    const Json at = pose(dice_, regime_);
    request.json["pose"] = at.is_null() ? Json{{"translation", json(regime_.offset)}} : at;
  } else if (what == "reshape") {
    request.shapes.push_back(any().name);
    request.json["shape"] = request.shapes.back();
  } else if (what == "deform") {
    request.json["vertices"] = json(points(dice_, regime_, static_cast<int>(object.vertices)));
  }
}

inline void Requests::world(Request& request) {
  if (objects_.size() < 3 || chance(8)) {
    request.json["do"] = "add";
    request.json["key"] = dice_.integer(0, 9);
    one_body(request);
    const std::size_t vertices = std::ranges::find(known_, request.shapes[0], &Known::name)->vertices;
    if (chance(4)) request.json["kind"] = dice_.pick({"fixed", "moving"});
    if (vertices > 0 ? chance(2) : chance(40)) request.json["kind"] = "deformable";
    added_ = {request.json["key"].get<std::uint64_t>(), request.json.value("kind", "") == "deformable" ? vertices : 0};
    if (chance(6)) request.json["group"] = dice_.integer(0, 3);
    if (chance(10)) request.json["mask"] = Json::array({0, 1, dice_.integer(2, 63)});
  } else if (chance(12)) {
    request.json["do"] = "interest";
    request.json["interest"] = dice_.pick({"on", "off", "unset"});
    if (chance(2)) {
      const std::uint64_t first = any_object().key;
      request.json["keys"] = Json::array({first, any_object().key});
    } else if (chance(2)) {
      request.json["key"] = any_object().key;
    } else {
      const int group = dice_.integer(0, 3);
      request.json["groups"] = Json::array({group, dice_.integer(0, 3)});
    }
  } else if (chance(12)) {
    request.json["do"] = "explain";
    const std::uint64_t first = any_object().key;
    request.json["keys"] = Json::array({first, any_object().key});
  } else if (chance(2)) {
    edit(request);
  } else {
    request.json["do"] = "step";
    if (chance(4))
      request.json["broad"] = dice_.pick(
          {"automatic", "brute_force", "sweep", "sweep_and_prune", "grid2", "grid3", "octree", "dynamic_tree"});
    if (chance(4)) {
      Json filters = Json::array();
      for (const char* filter : {"bounding_sphere", "oriented_box", "plane_divides", "separating_plane", "hull"})
        if (chance(2)) filters.push_back(filter);
      request.json["filters"] = filters;
    }
    if (chance(6)) request.json["threads"] = dice_.integer(0, 2);
    if (chance(3)) request.json["range"] = std::fabs(number(dice_, regime_));
    if (chance(3)) request.json["contacts"] = chance(2) ? 0 : std::fabs(number(dice_, regime_)) * 1e-3;
    if (chance(3)) request.json["all"] = true;
    if (chance(3)) request.json["continuous"] = true;
    request.json["budget"] = random_budget();
  }
  request.op += " " + request.json["do"].get<std::string>();
}

inline void Requests::pair_query(Request& request) {
  two_bodies(request);
  const double tolerance = chance(3) ? 0 : std::fabs(number(dice_, regime_)) * dice_.pick({1.0, 0.1, 1e-6, 1e-15});
  if (request.op == "collide" && chance(3)) request.json["all"] = true;
  if (request.op == "classify" && chance(4)) request.json["contact"] = tolerance;
  if (request.op == "within") request.json["tolerance"] = tolerance;
  if (request.op == "distance") {
    if (chance(3)) request.json["max"] = std::fabs(number(dice_, regime_));
    if (chance(3)) request.json["signed"] = true;
    if (request.json.contains("signed") && chance(3)) request.json["effort"] = dice_.pick({1, 2, 5, 16});
  }
  if (request.op == "penetration" && chance(3)) request.json["effort"] = dice_.pick({1, 2, 5, 16});
  if (request.op == "interference" && chance(3)) request.json["precision"] = dice_.pick({1e-3, 0.1, 1.0});
  if (request.op == "interference" && chance(3)) request.json["threshold"] = dice_.pick({0.0, 1e-9, 1e-3, 0.5});
  if (request.op == "contacts") {
    request.json["tolerance"] = tolerance;
    if (chance(3)) request.json["reduce"] = true;
    if (chance(3)) request.json["curves"] = true;
    if (chance(6)) request.json["flat"] = dice_.pick({0.0, 1e-12, 1e-3, 0.5});
  }
}

// One place of the request is no longer what it should be.
inline void Requests::break_it(Request& request) {
  request.broken = true;
  Json* at = &request.json;
  while (at->is_structured() && !at->empty() && !chance(4)) {
    auto child = at->begin();
    std::advance(child, static_cast<std::ptrdiff_t>(dice_.bits() % at->size()));
    at = &*child;
  }
  const Json wrong[] = {nullptr, true, -1, 1e300, 0.5, "", "s0", Json::array(), Json::object(), Json::array({1, 2})};
  switch (dice_.integer(0, 4)) {
    case 0:
      request.json["unknown"] = 1;
      break;
    case 1:
      if (at->is_structured() && !at->empty()) {
        at->erase(at->begin());
        break;
      }
      [[fallthrough]];
    default:
      *at = wrong[dice_.bits() % std::size(wrong)];
  }
  // Whatever it still does, it may do to another shape.
  request.shapes.clear();
  for (const Known& known : known_) request.shapes.push_back(known.name);
  const bool named = request.json.is_object() && request.json.contains("shape") && request.json["shape"].is_string();
  request.defines = named ? request.json["shape"].get<std::string>() : "";
  request.line = request.json.dump();
  if (chance(5)) request.line.resize(dice_.bits() % request.line.size());
  if (chance(20))
    request.line.insert(dice_.bits() % (request.line.size() + 1), 1, static_cast<char>(dice_.integer(1, 127)));
  if (request.line.find('\n') != std::string::npos) std::ranges::replace(request.line, '\n', ' ');
}

inline Request Requests::next() {
  Request request;
  const int id = number_++;
  request.op = dice_.pick({"define",   "define",   "define",   "define",      "collide",     "collide",      "collide",
                           "classify", "classify", "classify", "inside",      "inside",      "distance",     "distance",
                           "distance", "within",   "within",   "penetration", "penetration", "interference", "contacts",
                           "contacts", "contacts", "ray",      "ray",         "ray",         "self",         "update",
                           "move",     "move",     "move",     "ccd",         "ccd",         "probe",        "probe",
                           "world",    "world",    "world",    "world"});
  if (known_.size() < 3) request.op = "define";
  if (chance(100)) request.op = dice_.pick({"forget", "version", "version"});
  request.json = {{"id", id}, {"op", request.op}};
  if (request.op == "define") {
    define(request);
  } else if (request.op == "update") {
    update(request);
  } else if (request.op == "inside") {
    one_body(request);
    request.json["point"] = json(near(request.json));
  } else if (request.op == "self") {
    for (int tries = 0; tries < 4; ++tries) {  // most have triangles
      request.json = {{"id", id}, {"op", request.op}};
      request.shapes.clear();
      one_body(request);
      if (std::ranges::find(known_, request.shapes[0], &Known::name)->vertices > 0) break;
    }
  } else if (request.op == "ray") {
    ray(request);
  } else if (request.op == "move") {
    move(request);
  } else if (request.op == "ccd") {
    ccd(request);
  } else if (request.op == "probe") {
    probe(request);
  } else if (request.op == "world") {
    world(request);
  } else if (request.op == "forget") {
    request.defines = known_.empty() ? "s0" : any().name;
    request.json["shape"] = request.defines;
    request.shapes.push_back(request.defines);
  } else if (request.op != "version") {
    pair_query(request);
  }
  if (takes_budget(request.op)) request.json["budget"] = random_budget();
  if (chance(50)) {
    break_it(request);
  } else {
    request.line = request.json.dump();
  }
  return request;
}

inline void Requests::learn(const Request& request, bool answered) {
  if (!answered || request.broken) return;
  if (request.op == "define") {
    std::erase_if(known_, [&](const Known& known) { return known.name == made_.name; });
    known_.push_back(made_);
  }
  if (request.op == "forget") std::erase_if(known_, [&](const Known& known) { return known.name == request.defines; });
  if (request.op == "world add") objects_.push_back(added_);
  if (request.op == "world remove")
    std::erase_if(objects_, [&](const Object& each) { return request.json["key"] == each.key; });
  if (request.op == "world reshape")
    for (Object& each : objects_)
      if (request.json["key"] == each.key) each.vertices = 0;
}

}  // namespace graze::fuzz

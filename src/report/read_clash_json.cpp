// The JSON of an earlier check, as far as it is compared with.
#include <array>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

#include "graze/error.h"
#include "report/clash_report.h"

namespace graze {

namespace {

using Json = nlohmann::json;

Vec3 point(const Json& list) { return {list.at(0).get<double>(), list.at(1).get<double>(), list.at(2).get<double>()}; }

ClashClass class_of(const std::string& text) {
  for (const ClashClass value : {ClashClass::overlapping, ClashClass::enclosed, ClashClass::duplicate,
                                 ClashClass::touching, ClashClass::clearance}) {
    if (text == name(value)) return value;
  }
  throw Error("'" + text.substr(0, 40) + "' is no class of clashes");
}

Clash clash_of(const Json& object) {
  Clash clash;
  clash.a = object.at("a").at("index").get<std::uint32_t>();
  clash.b = object.at("b").at("index").get<std::uint32_t>();
  clash.id = object.at("id").get<std::string>();
  clash.value = class_of(object.at("class").get<std::string>());
  clash.a_is_inside = object.at("inside") == "a";
  clash.distance = object.at("distance").get<double>();
  const Json& bound = object.at("bound");
  clash.bound = bound.is_null() ? std::numeric_limits<double>::infinity() : bound.get<double>();
  clash.point = point(object.at("point"));
  if (!object.at("normal").is_null()) clash.normal = point(object.at("normal"));
  clash.box = {point(object.at("box").at(0)), point(object.at("box").at(1))};
  const auto bracket = [&](const char* key, double& lower, double& upper) {
    if (object.at(key).is_null()) return;
    const auto number = [](const Json& value) {
      return value.is_null() ? std::numeric_limits<double>::infinity() : value.get<double>();
    };
    lower = number(object.at(key).at(0));
    upper = number(object.at(key).at(1));
  };
  bracket("local", clash.local_lower, clash.local_upper);
  bracket("volume", clash.volume_lower, clash.volume_upper);
  bracket("depth", clash.depth_lower, clash.depth_upper);
  const Json& region = object.at("region");
  if (!region.is_null()) clash.region = {point(region.at(0)), point(region.at(1))};
  const Json& fit = object.at("fit");
  if (!fit.is_null()) {
    for (const FitKind kind : {FitKind::fit, FitKind::clearance, FitKind::press})
      if (fit.at("kind") == name(kind)) clash.fit.kind = kind;
    clash.fit.shaft = fit.at("shaft").get<double>();
    clash.fit.bore = fit.at("bore").get<double>();
    clash.fit.shaft_is_a = fit.at("shaft_of") == "a";
    clash.fit.point = point(fit.at("point"));
    clash.fit.axis = point(fit.at("axis"));
  }
  return clash;
}

// Into the frame that is computed in.
void take_out(Vec3 origin, Clash& clash) {
  clash.point = clash.point - origin;
  clash.box = {clash.box.lo - origin, clash.box.hi - origin};
  if (!clash.region.empty()) clash.region = {clash.region.lo - origin, clash.region.hi - origin};
  if (clash.fit.kind != FitKind::none) clash.fit.point = clash.fit.point - origin;
}

PartKey key_of(const Json& part) {
  PartKey key;
  if (part.contains("global_id")) key.global_id = part.at("global_id").get<std::string>();
  if (!part.contains("key")) return key;
  const Json& known_by = part.at("key");
  key.path = known_by.at("path").get<std::string>();
  key.shape = std::stoull(known_by.at("shape").get<std::string>(), nullptr, 16);
  key.place = std::stoull(known_by.at("place").get<std::string>(), nullptr, 16);
  key.rank = known_by.at("rank").get<std::uint32_t>();
  return key;
}

// The report without its clashes; visit(clash) is given each of these and then forgets it.
template <class Visit>
Json parse(std::istream& file, const Visit& visit) {
  bool in_clashes = false;
  return Json::parse(file, [&](int depth, Json::parse_event_t event, Json& parsed) {
    if (event == Json::parse_event_t::key && depth == 1) in_clashes = parsed == "clashes";
    if (!in_clashes || depth != 2 || event != Json::parse_event_t::object_end) return true;
    visit(parsed);
    return false;
  });
}

}  // namespace

EarlierReport read_clash_json(const std::string& path, bool with_clashes) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(path + ": cannot be read");
  try {
    EarlierReport report;
    const Json object = parse(file, [&](const Json& clash) {
      report.ids.push_back(clash.at("id").get<std::string>());
      report.keys.emplace_back(key_of(clash.at("a")), key_of(clash.at("b")));
      if (with_clashes) report.clashes.push_back(clash_of(clash));
    });
    if (object.at("version") != clash_report_version)
      throw Error("a report of version " + object.at("version").dump() + "; this graze reads version " +
                  std::to_string(clash_report_version));
    report.complete = object.at("complete").get<bool>();
    report.checked = object.at("checked").get<std::uint64_t>();
    report.fingerprint = object.at("fingerprint").get<std::string>();
    // Reports of earlier versions of graze have none.
    const Vec3 origin = object.contains("origin") ? point(object.at("origin")) : Vec3{};
    if (!object.at("clashes").is_array()) throw Error("'clashes' is not a list");
    for (Clash& clash : report.clashes) take_out(origin, clash);
    for (const Json& pair : object.at("undecided")) {
      report.undecided.push_back({pair.at("a").at("index").get<std::uint32_t>(),
                                  pair.at("b").at("index").get<std::uint32_t>(), pair.at("reason").get<std::string>()});
    }
    return report;
  } catch (const Json::exception&) {
    throw Error(path + ": not a JSON report of `graze check`");
  } catch (const std::logic_error&) {  // of a number that is none
    throw Error(path + ": not a JSON report of `graze check`");
  } catch (const Error& error) {
    throw Error(path + ": " + error.what());
  }
}

}  // namespace graze

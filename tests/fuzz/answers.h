// What every answer of `graze query` must hold, whatever was asked.
#pragma once

#include <cmath>
#include <string>

#include "tests/fuzz/requests.h"

namespace graze::fuzz {

enum class Verdict { yes, no, open, none };  // open: null; none: the op has no yes or no

// As a double: numbers above 2^63 without a point are whole ones to the parser, and compare as negative.
inline double number_in(const Json& answer, const char* field) { return answer[field].get<double>(); }

inline bool has_number(const Json& answer, const char* field) {
  return answer.contains(field) && answer[field].is_number();
}

// Did the budget end before there was an answer? A move has brackets even then.
inline bool spent(const std::string& op, const Json& answer) { return op != "move" && !answer.value("complete", true); }

inline Verdict verdict(const std::string& op, const Json& answer) {
  const auto flag = [&](const char* field) {
    return answer[field].is_null() ? Verdict::open : answer[field].get<bool>() ? Verdict::yes : Verdict::no;
  };
  if (spent(op, answer)) return Verdict::open;
  const auto given = [](bool yes) { return yes ? Verdict::yes : Verdict::no; };
  for (const char* field : {"depth", "contacts", "pairs"})  // null where the budget was spent
    if (answer.contains(field) && answer[field].is_null()) return Verdict::open;
  if (op == "collide") return flag("colliding");
  if (op == "within") return flag("within");
  if (op == "ray" || op == "move" || op == "ccd") return flag("hit");
  if (op == "classify") return answer["class"].is_null() ? Verdict::open : given(answer["class"] != "clear");
  if (op == "inside") return answer["where"].is_null() ? Verdict::open : given(answer["where"] != "outside");
  if (op == "distance")
    return has_number(answer, "distance") ? given(number_in(answer, "distance") <= 0) : Verdict::open;
  if (op == "penetration") return given(number_in(answer, "depth") > 0);
  if (op == "interference") return given(number_in(answer, "lower") > 0);
  if (op == "contacts") return given(!answer["contacts"].empty());
  if (op == "self") return given(!answer["pairs"].empty());
  if (op == "probe") {
    const Json& last = answer["ticks"].back();
    return last["touching"].is_null() ? Verdict::open : given(last["touching"].get<bool>());
  }
  if (op == "world step") return given(answer["statistics"]["touching"] > 0);
  return Verdict::none;
}

inline bool unit_or_null(const Json& normal) {
  if (normal.is_null()) return true;
  const double x = normal[0], y = normal[1], z = normal[2];
  return std::fabs(std::sqrt(x * x + y * y + z * z) - 1) < 1e-9;
}

inline bool ordered(const Json& answer, const char* low, const char* high) {
  return !has_number(answer, low) || !has_number(answer, high) ||
         answer[low].get<double>() <= answer[high].get<double>();
}

inline bool bracket_in_time(const Json& bracket) {
  return bracket.is_null() || (bracket[0].get<double>() >= 0 && bracket[0].get<double>() <= bracket[1].get<double>() &&
                               bracket[1].get<double>() <= 1);
}

inline double length_in(const Json& a, const Json& b) {
  double sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const double part = a[k].get<double>() - b[k].get<double>();
    sum += part * part;
  }
  return std::sqrt(sum);
}

// Forces are at most the largest, and change by no more than they may; contacts have unit normals.
inline std::string fault_in_ticks(const Json& asked, const Json& answer) {
  const double most = asked.value("largest_force", 10.0), change = asked.value("largest_change", 0.05) * most;
  const Json zero = {0, 0, 0};
  const Json* last = &zero;
  if (answer["ticks"].size() != asked["hands"].size()) return "not as many ticks as poses of the hand";
  for (const Json& tick : answer["ticks"]) {
    const bool ok = tick["status"] == "ok" || tick["status"] == "budget";
    if (length_in(tick["force"], zero) > (ok ? most * (1 + 1e-9) : 0)) return "a force above the largest";
    if (ok && length_in(tick["force"], *last) > change * (1 + 1e-9) + most * 1e-12)
      return "the force changes by more than it may";
    if (ok != !tick["touching"].is_null()) return "touching is known where it is not, or the other way round";
    for (const Json& contact : tick["contacts"])
      if (!unit_or_null(contact["normal"])) return "a contact without a unit normal";
    last = &tick["force"];
  }
  return {};
}

// What is wrong with an answer that is no error; empty when nothing is.
inline std::string fault_in_answer(const Request& request, const Json& answer) {
  if (spent(request.op, answer)) return {};
  if (request.op == "distance") {
    if (!ordered(answer, "lower", "distance") || !ordered(answer, "distance", "upper"))
      return "the bracket does not hold the distance";
    if (answer.contains("normal") && !unit_or_null(answer["normal"])) return "no unit normal";
  }
  if (request.op == "penetration" && has_number(answer, "depth") &&
      !(number_in(answer, "lower") >= 0 && number_in(answer, "lower") <= number_in(answer, "depth")))
    return "lower is not from 0 to the depth";
  if (request.op == "interference") {
    if (!(number_in(answer, "lower") >= 0) || !ordered(answer, "lower", "upper")) return "the bracket is none";
    const Json& volume = answer["volume"];
    if (!(volume[0].get<double>() >= 0) || (volume[1].is_number() && !(volume[0] <= volume[1])))
      return "the bracket of the volume is none";
  }
  if (request.op == "contacts")
    for (const Json& contact : answer["contacts"])
      if (contact["normal"].is_null() || !unit_or_null(contact["normal"])) return "a contact without a unit normal";
  if (request.op == "ray") {
    if (answer.contains("normal") && !unit_or_null(answer["normal"])) return "no unit normal";
    if (has_number(answer, "t") && number_in(answer, "t") < 0) return "a hit before the start";
  }
  if (request.op == "move" && has_number(answer, "fraction")) {
    if (!bracket_in_time(answer["bracket"])) return "the bracket is none";
    if (!(answer["fraction"] >= 0 && answer["fraction"] <= 1)) return "the fraction is none";
  }
  if (request.op == "probe") return fault_in_ticks(request.json, answer);
  if (request.op == "ccd" && !bracket_in_time(answer["bracket"])) return "the bracket is none";
  return {};
}

}  // namespace graze::fuzz

#include <fmt/format.h>

#include "base/hash.h"
#include "base/json_text.h"
#include "report/clash_report.h"

namespace graze {

namespace {

const char* state_name(ClashReport::State state) {
  return state == ClashReport::State::fresh        ? "\"new\""
         : state == ClashReport::State::persistent ? "\"persistent\""
                                                   : "null";
}

class Writer {
 public:
  explicit Writer(const ClashReport& report) : report_(report) {}

  std::string text() {
    const ClashResult& found = report_.result;
    text_ = fmt::format("{{\n\"version\":{},\n\"complete\":{},\n\"units\":", clash_report_version, found.complete);
    append_string(text_, report_.units);
    text_ += ",\n\"files\":[";
    list(report_.files, [&](const std::string& file) { append_string(text_, file); });
    text_ += "],\n\"settings\":{\"tolerance\":";
    append_number(text_, report_.settings.tolerance);
    text_ += ",\"clearance\":";
    append_number(text_, report_.settings.clearance);
    text_ += ",\"contact\":";
    append_number(text_, report_.settings.contact);
    text_ += fmt::format("}},\n\"parts\":{},\n\"candidates\":{},\n\"checked\":{},\n\"fingerprint\":\"{}\"",
                         report_.assembly.parts.size(), found.candidates, found.checked, clash_fingerprint(report_));
    text_ += ",\n\"skipped\":[";
    lines(report_.assembly.skipped, [&](const SkippedPart& part) { named("path", part.path, "reason", part.reason); });
    text_ += "],\n\"remarks\":[";
    std::vector<const Part*> remarks;
    for (const Part& part : report_.assembly.parts) {
      if (!part.remark.empty()) remarks.push_back(&part);
    }
    lines(remarks, [&](const Part* part) { named("path", part->path, "remark", part->remark); });
    text_ += "],\n\"undecided\":[";
    lines(found.undecided, [&](const UndecidedPair& pair) {
      text_ += "{\"a\":";
      part(pair.a);
      text_ += ",\"b\":";
      part(pair.b);
      text_ += ",\"reason\":";
      append_string(text_, pair.reason);
      text_ += '}';
    });
    text_ += "],\n\"resolved\":[";
    list(report_.resolved, [&](const std::string& id) { append_string(text_, id); });
    text_ += "],\n\"groups\":";
    groups();
    text_ += ",\n\"clashes\":[";
    std::size_t at = 0;
    lines(found.clashes, [&](const Clash& clash) { add(clash, at++); });
    return text_ + "]\n}\n";
  }

 private:
  template <class List, class Add>
  void list(const List& elements, Add&& add, const char* separator = ",") {
    bool first = true;
    for (const auto& element : elements) {
      if (!first) text_ += separator;
      first = false;
      add(element);
    }
  }
  template <class List, class Add>
  void lines(const List& elements, Add&& add) {
    if (elements.empty()) return;
    text_ += '\n';
    list(elements, add, ",\n");
    text_ += '\n';
  }
  void groups() {
    if (report_.group_by == GroupBy::none) {
      text_ += "null";
      return;
    }
    const bool by_part = report_.group_by == GroupBy::part;
    text_ += fmt::format("{{\"by\":\"{}\",\"radius\":", by_part ? "part" : "place");
    if (by_part) {
      text_ += "null";
    } else {
      append_number(text_, report_.group_radius);
    }
    text_ += ",\"list\":[";
    lines(report_.groups, [&](const ClashGroup& group) {
      text_ += "{\"name\":";
      append_string(text_, group.name);
      text_ += ",\"point\":";
      append_point(text_, group.point);
      text_ += ",\"clashes\":[";
      list(group.clashes, [&](std::size_t i) { append_string(text_, report_.result.clashes[i].id); });
      text_ += "]}";
    });
    text_ += "]}";
  }
  void named(const char* key, const std::string& value, const char* other, const std::string& text) {
    text_ += fmt::format("{{\"{}\":", key);
    append_string(text_, value);
    text_ += fmt::format(",\"{}\":", other);
    append_string(text_, text);
    text_ += '}';
  }
  void part(std::uint32_t index) {
    text_ += fmt::format("{{\"index\":{},\"name\":", index);
    append_string(text_, report_.assembly.parts[index].name);
    text_ += ",\"path\":";
    append_string(text_, report_.assembly.parts[index].path);
    text_ += '}';
  }
  void add(const Clash& clash, std::size_t index) {
    text_ += fmt::format("{{\"id\":\"{}\",\"class\":\"{}\",\"state\":{},\"a\":", clash.id, name(clash.value),
                         report_.states.empty() ? "null" : state_name(report_.states[index]));
    part(clash.a);
    text_ += ",\"b\":";
    part(clash.b);
    text_ += ",\"inside\":";
    text_ += clash.value != ClashClass::enclosed ? "null" : clash.a_is_inside ? "\"a\"" : "\"b\"";
    text_ += ",\"distance\":";
    append_number(text_, clash.distance);
    text_ += ",\"bound\":";
    append_number(text_, clash.bound);  // infinite: null
    text_ += ",\"point\":";
    append_point(text_, clash.point);
    text_ += ",\"normal\":";
    if (clash.normal == Vec3{}) {
      text_ += "null";
    } else {
      append_point(text_, clash.normal);
    }
    text_ += ",\"box\":[";
    append_point(text_, clash.box.lo);
    text_ += ',';
    append_point(text_, clash.box.hi);
    text_ += "]}";
  }

  const ClashReport& report_;
  std::string text_;
};

}  // namespace

std::string clash_json(const ClashReport& report) { return Writer(report).text(); }

std::string clash_fingerprint(const ClashReport& report) {
  Checksum sum;
  const auto add = [&](const auto& value) { sum.add(&value, sizeof value); };
  for (const Part& part : report.assembly.parts) {
    add(part.path.size());
    sum.add(part.path.data(), part.path.size());
    add(part.pose);
    add(part.shape.triangle_count());
    const Box box = part.shape.bounds();
    add(box);
  }
  add(report.settings.tolerance);
  add(report.settings.clearance);
  add(report.settings.contact);
  add(report.result.candidates);
  return fmt::format("{:016x}", sum.value());
}

}  // namespace graze

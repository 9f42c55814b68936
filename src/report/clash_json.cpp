// Clashes as JSON, as docs/clash.md tells; read back by read_clash_json.cpp.
#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "base/hash.h"
#include "base/json_text.h"
#include "report/clash_report.h"

namespace graze {

namespace {

class Writer {
 public:
  explicit Writer(const ClashReport& report) : report_(report) {}

  ClashJsonText text() {
    ClashJsonText result;
    const ClashResult& found = report_.result;
    std::vector<const Part*> remarks;
    for (const Part& part : report_.assembly.parts) {
      if (!part.remark.empty()) remarks.push_back(&part);
    }
    const auto string = [&](const std::string& value) { out_.value(value); };
    out_.object([&] {
      const bool whole = found.complete && found.undecided.empty() && report_.assembly.skipped.empty();
      out_.line().field("version", clash_report_version).line().field("complete", whole);
      out_.line().field("units", report_.units).line().key("files").list(report_.files, string);
      const UpAxis up = report_.assembly.up;
      out_.line().field("up", up == UpAxis::y ? "y" : up == UpAxis::z ? "z" : "unknown");
      out_.line().field("origin", report_.assembly.origin);
      out_.line().key("settings").object([&] {
        const ClashSettings& settings = report_.settings;
        out_.field("tolerance", settings.tolerance).field("clearance", settings.clearance);
        out_.field("contact", settings.contact).field("measure", name(settings.measure));
        out_.field("budget", settings.budget);
      });
      const std::size_t parts_of_all = report_.extract ? report_.extract->parts : report_.assembly.parts.size();
      out_.line().field("parts", parts_of_all).line().field("candidates", found.candidates);
      out_.line().field("checked", found.checked).line().field("fingerprint", clash_fingerprint(report_));
      out_.line().key("skipped").lines(report_.assembly.skipped, [&](const SkippedPart& part) {
        out_.object([&] {
          out_.field("path", part.path).field("reason", part.reason);
          if (!part.global_id.empty()) out_.field("global_id", part.global_id);
        });
      });
      out_.line().key("notes").list(report_.assembly.notes, string);
      out_.line().key("remarks").lines(remarks, [&](const Part* part) {
        out_.object([&] { out_.field("path", part->path).field("remark", part->remark); });
      });
      out_.line().key("undecided").lines(found.undecided, [&](const UndecidedPair& pair) {
        out_.object([&] {
          parts(pair.a, pair.b);
          out_.field("reason", pair.reason);
        });
      });
      out_.line().key("resolved").list(report_.resolved, string);
      out_.line().key("gone").list(reviewed_and_gone(report_), string);
      out_.line().key("renamed").list(report_.renamed, [&](const auto& names) {
        out_.object([&] { out_.field("from", names.first).field("to", names.second); });
      });
      out_.line().key("rules").lines(report_.rules, [&](const ClashRule& rule) {
        out_.object([&] {
          out_.field("name", rule.name).field("measure", name(rule.measure)).field("tolerance", rule.tolerance);
          out_.field("clearance", rule.clearance).field("severity", rule.severity).field("owner", rule.owner);
        });
      });
      out_.line().key("groups");
      groups();
      std::size_t at = 0;
      out_.line().key("clashes").array([&] {
        result.head = std::exchange(text_, "");
        for (const Clash& clash : found.clashes) {
          out_.line();
          add(clash, at++);
        }
        result.rows = std::exchange(text_, "");
        text_ += result.rows.empty() ? "" : "\n";
      });
      text_ += '\n';
    });
    result.tail = text_ + "\n";
    return result;
  }

 private:
  void groups() {
    if (report_.group_by == GroupBy::none) {
      out_.value(nullptr);
      return;
    }
    out_.object([&] {
      out_.field("by", name(report_.group_by)).key("radius");
      report_.group_by != GroupBy::place ? out_.value(nullptr) : out_.value(report_.group_radius);
      out_.key("list").lines(report_.groups, [&](const ClashGroup& group) {
        out_.object([&] {
          out_.field("name", group.name).field("point", group.point + report_.assembly.origin).key("clashes");
          out_.list(group.clashes, [&](std::size_t i) { out_.value(report_.result.clashes[i].id); });
        });
      });
    });
  }
  void parts(std::uint32_t a, std::uint32_t b) {
    for (const auto& [key, index] : {std::pair("a", a), std::pair("b", b)}) {
      const Part& part = report_.assembly.parts[index];
      const std::uint32_t number = report_.extract ? report_.extract->numbers[index] : index;
      const PartKey* const known_by = index < report_.keys.size() ? &report_.keys[index] : nullptr;
      out_.key(key).object([&] {
        out_.field("index", number).field("name", part.name).field("path", part.path);
        for (const auto& [field, value] :
             {std::pair("global_id", &part.global_id), std::pair("kind", &part.kind), std::pair("type", &part.type),
              std::pair("storey", &part.storey), std::pair("layer", &part.layer)}) {
          if (!value->empty()) out_.field(field, *value);
        }
        if (known_by != nullptr) {
          out_.key("key").object([&] {
            out_.field("path", known_by->path).field("shape", fmt::format("{:016x}", known_by->shape));
            out_.field("place", fmt::format("{:016x}", known_by->place)).field("rank", known_by->rank);
          });
        }
      });
    }
  }
  void state(std::size_t index) {
    using State = ClashReport::State;
    const State state = report_.states.empty() ? State::none : report_.states[index];
    out_.key("state");
    state == State::fresh        ? out_.value("new")
    : state == State::persistent ? out_.value("persistent")
                                 : out_.value(nullptr);
  }
  void review(const Clash& clash) {
    const ReviewEntry* const entry = review_of(report_, clash);
    out_.key("review");
    if (entry == nullptr) {
      out_.value(nullptr);
      return;
    }
    out_.object([&] {
      out_.field("status", name(entry->status)).field("assignee", entry->assignee).key("comments");
      out_.list(entry->comments, [&](const ReviewComment& comment) {
        out_.object([&] {
          out_.field("guid", comment.guid).field("date", comment.date).field("author", comment.author);
          out_.field("text", comment.text);
        });
      });
    });
  }
  void add(const Clash& clash, std::size_t index) {
    out_.object([&] {
      out_.field("id", clash.id).field("class", name(clash.value)).key("rule");
      clash.rule < report_.rules.size() ? out_.value(report_.rules[clash.rule].name) : out_.value(nullptr);
      state(index);
      review(clash);
      parts(clash.a, clash.b);
      out_.key("inside");
      clash.value != ClashClass::enclosed ? out_.value(nullptr) : out_.value(clash.a_is_inside ? "a" : "b");
      out_.field("distance", clash.distance).field("bound", clash.bound);  // an infinite bound is null
      const Vec3 origin = report_.assembly.origin;
      out_.field("point", clash.point + origin).key("normal").direction(clash.normal);
      out_.key("box").array([&] { out_.value(clash.box.lo + origin).value(clash.box.hi + origin); });
      append_measures(out_, clash, origin);
    });
  }

  const ClashReport& report_;
  std::string text_;
  JsonWriter out_{text_};
};

}  // namespace

void append_measures(JsonWriter& out, const Clash& clash, Vec3 origin) {
  const auto bracket = [&](const char* key, double lower, double upper) {
    out.key(key);
    std::isnan(lower) ? out.value(nullptr) : out.pair(lower, upper);
  };
  bracket("local", clash.local_lower, clash.local_upper);
  bracket("volume", clash.volume_lower, clash.volume_upper);
  out.key("region");
  clash.region.empty() ? out.value(nullptr)
                       : out.array([&] { out.value(clash.region.lo + origin).value(clash.region.hi + origin); });
  bracket("depth", clash.depth_lower, clash.depth_upper);
  out.key("fit");
  if (clash.fit.kind == FitKind::none) {
    out.value(nullptr);
    return;
  }
  out.object([&] {
    out.field("kind", name(clash.fit.kind)).field("shaft", clash.fit.shaft).field("bore", clash.fit.bore);
    out.field("shaft_of", clash.fit.shaft_is_a ? "a" : "b").field("point", clash.fit.point + origin);
    out.field("axis", clash.fit.axis);
  });
}

ClashJsonText clash_json_text(const ClashReport& report) { return Writer(report).text(); }

std::string clash_json(const ClashReport& report) {
  const ClashJsonText text = clash_json_text(report);
  return text.head + text.rows + text.tail;
}

std::string clash_fingerprint(const ClashReport& report) {
  if (report.extract) return report.extract->fingerprint;
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
  add(report.settings.measure);
  add(report.settings.budget);
  for (const ClashRule& rule : report.rules) {
    add(rule.tolerance);
    add(rule.clearance);
    add(rule.measure);
  }
  add(report.result.candidates);
  return fmt::format("{:016x}", sum.value());
}

}  // namespace graze

#include "report/store_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace graze {

namespace {

constexpr std::uint64_t most_remarks = 10000;

// Numbers parts of a store as they are needed.
class Numbering {
 public:
  Numbering(const PartStore& store, ClashReport& report, bool shapes)
      : store_(store), report_(report), shapes_(shapes) {
    for (const std::uint32_t number : report.extract->numbers)
      places_.emplace(number, static_cast<std::uint32_t>(places_.size()));
  }
  std::uint32_t operator()(std::uint32_t number) {
    const auto [at, is_new] = places_.emplace(number, static_cast<std::uint32_t>(places_.size()));
    if (is_new) {
      report_.assembly.parts.push_back(shapes_ ? store_.part(number) : store_.part_without_shape(number));
      report_.extract->numbers.push_back(number);
      report_.keys.push_back(store_.key(number, report_.assembly.parts.back()));
    }
    return at->second;
  }

 private:
  const PartStore& store_;
  ClashReport& report_;
  bool shapes_;
  std::unordered_map<std::uint32_t, std::uint32_t> places_;
};

}  // namespace

ClashReport store_report(const PartStore& store, const ClashSettings& settings, const StoreCheckResult& done,
                         const std::vector<UndecidedPair>& undecided) {
  const StoreInfo& info = store.info();
  ClashReport report;
  report.files = info.files;
  report.settings = settings;
  report.assembly.skipped = info.skipped;
  report.assembly.notes = info.notes;
  report.assembly.metres_per_unit = info.metres_per_unit;
  report.assembly.up = info.up;
  report.assembly.origin = info.origin;
  report.assembly.resolution = info.resolution;
  report.assembly.deflection = info.deflection;
  report.result.complete = done.complete;
  report.result.candidates = done.candidates;
  report.result.checked = done.candidates;
  report.extract.emplace();
  report.extract->parts = info.parts;
  report.extract->fingerprint = done.plan.substr(0, 16);
  Numbering number(store, report, false);
  if (info.remarks > 0) {
    const std::uint64_t wanted = std::min(info.remarks, most_remarks);
    for (std::uint32_t i = 0; i < store.size() && report.assembly.parts.size() < wanted; ++i) {
      if (!store.part_without_shape(i).remark.empty()) number(i);
    }
    if (wanted < info.remarks)
      report.assembly.notes.push_back(fmt::format("{} more parts have remarks", info.remarks - wanted));
  }
  for (const UndecidedPair& pair : undecided)
    report.result.undecided.push_back({number(pair.a), number(pair.b), pair.reason});
  return report;
}

ClashReport without_lists(const ClashReport& report) {
  ClashReport result;
  result.units = report.units;
  result.settings = report.settings;
  result.rules = report.rules;
  result.assembly.metres_per_unit = report.assembly.metres_per_unit;
  result.assembly.up = report.assembly.up;
  result.assembly.origin = report.assembly.origin;
  result.extract = report.extract;
  result.extract->numbers.clear();
  return result;
}

ClashReport store_extract(const PartStore& store, const ClashReport& report, std::span<const Clash> clashes,
                          Comparison* earlier, bool shapes) {
  ClashReport result = report;
  if (shapes) {
    // The parts that have remarks may be seen, too.
    for (std::size_t i = 0; i < result.assembly.parts.size(); ++i)
      result.assembly.parts[i] = store.part(result.extract->numbers[i]);
  }
  Numbering number(store, result, shapes);
  for (const Clash& clash : clashes) {
    Clash local = clash;
    local.a = number(clash.a);
    local.b = number(clash.b);
    local.id = clash_id(result.keys[local.a], result.keys[local.b]);
    if (earlier != nullptr) result.states.push_back(earlier->state_of(clash.a, clash.b));
    result.result.clashes.push_back(std::move(local));
  }
  return result;
}

ClashStream::ClashStream(const ClashReport& report, Form form, Sink sink) : form_(form), sink_(std::move(sink)) {
  if (form_ == Form::csv) {
    sink_(clash_csv_head());
    return;
  }
  ClashJsonText text = clash_json_text(report);
  sink_(text.head);
  tail_ = std::move(text.tail);
}

void ClashStream::add(const ClashReport& extract) {
  if (extract.result.clashes.empty()) return;
  if (form_ == Form::csv) return sink_(clash_csv_rows(extract));
  if (any_) sink_(",");
  any_ = true;
  sink_(clash_json_text(extract).rows);
}

void ClashStream::finish() {
  if (any_) sink_("\n");
  sink_(tail_);
}

void WorstClashes::add(const Clash& clash) {
  clashes_.push_back(clash);
  if (clashes_.size() >= 2 * most_ + 64) cut();
}

void WorstClashes::cut() {
  if (clashes_.size() <= most_) return;
  std::vector<std::size_t> order = worst_first(clashes_);
  order.resize(most_);
  std::sort(order.begin(), order.end());
  std::vector<Clash> kept;
  kept.reserve(most_);
  for (const std::size_t i : order) kept.push_back(std::move(clashes_[i]));
  clashes_ = std::move(kept);
}

std::vector<Clash> WorstClashes::take() {
  cut();
  return std::move(clashes_);
}

}  // namespace graze

// Reports of a part store, whose clashes do not all fit into memory: written as they come, or of the worst.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "graze/store.h"
#include "report/clash_report.h"
#include "report/compare_reports.h"

namespace graze {

// A report without clashes: what is known of the whole model, the parts that have remarks, up to 10,000 of them, and
// the pairs that are undecided.
ClashReport store_report(const PartStore& store, const ClashSettings& settings, const StoreCheckResult& done,
                         const std::vector<UndecidedPair>& undecided);

// The same without lists of its own: what extracts of a stream are made from.
ClashReport without_lists(const ClashReport& report);

// The same with these clashes, whose parts are numbered as in the store; ids are given here, and states where there is
// an earlier report. The shapes of the parts are read if asked for.
ClashReport store_extract(const PartStore& store, const ClashReport& report, std::span<const Clash> clashes,
                          Comparison* earlier, bool shapes);

// Takes all clashes, a thousand at a time, and hands texts on: a JSON or CSV report in pieces.
class ClashStream {
 public:
  enum class Form : std::uint8_t { json, csv };
  using Sink = std::function<void(std::string_view)>;
  ClashStream(const ClashReport& report, Form form, Sink sink);
  void add(const ClashReport& extract);
  void finish();

 private:
  Form form_;
  Sink sink_;
  std::string tail_;
  bool any_ = false;
};

// The worst of many clashes, as worst_first() orders them, up to a number, in the order in which they came.
class WorstClashes {
 public:
  explicit WorstClashes(std::size_t most) : most_(most) {}
  void add(const Clash& clash);
  std::vector<Clash> take();

 private:
  void cut();
  std::size_t most_;
  std::vector<Clash> clashes_;
};

}  // namespace graze

// A report against an earlier one: what is new, what has stayed, what is gone, and which parts have other names.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "report/clash_report.h"

namespace graze {

// A clash has stayed when both its parts are those of an earlier clash: parts are the same by their keys
// (graze/clash.h); else, where the earlier one is not there any more, by shape and place (renamed), by names and shape
// (moved), or by names alone (changed), as long as that means one part only.
// What it holds in memory grows with the earlier report and not with the model.
class Comparison {
 public:
  explicit Comparison(const EarlierReport& earlier);  // which must outlive it

  void add_part(std::uint32_t part, const PartKey& key);  // every part of the model, once
  // After the last part; key_of gives a part's key again.
  void match(const std::function<PartKey(std::uint32_t)>& key_of);
  // Of the clash of two parts, after match(); the earlier one then counts as one that has stayed.
  ClashReport::State state_of(std::uint32_t a, std::uint32_t b);
  // What the clash of two parts was called in the earlier report; empty where it was not there.
  std::string earlier_id(std::uint32_t a, std::uint32_t b) const;
  // After the last clash: the ids of those that have not stayed, sorted.
  std::vector<std::string> resolved() const;
  // Names in the earlier report, and now.
  std::vector<std::pair<std::string, std::string>> renamed() const { return {renamed_.begin(), renamed_.end()}; }

 private:
  // Parts by something that may mean one of them; only what the earlier report names is kept.
  class Index {
   public:
    void want(std::uint64_t what);
    void add(std::uint64_t what, std::uint32_t part);
    std::uint32_t one(std::uint64_t what) const;

   private:
    std::unordered_map<std::uint64_t, std::uint32_t> parts_;
  };
  std::uint32_t now(const PartKey& key, const std::function<PartKey(std::uint32_t)>& key_of);

  const EarlierReport& earlier_;
  Index whole_, place_, shape_, path_;
  std::unordered_set<std::uint32_t> found_;               // parts that are there by their keys
  std::unordered_map<std::uint64_t, std::size_t> known_;  // pairs of parts, and which earlier clash was theirs
  std::vector<bool> stayed_;
  std::set<std::pair<std::string, std::string>> renamed_;
};

// Sets states, resolved and renamed of a report that has all parts and clashes.
void compare_with(const EarlierReport& earlier, ClashReport& report);

}  // namespace graze

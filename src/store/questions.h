// What is asked of pairs of parts: of all the same, or what the rule says that holds for two of them.
#pragma once

#include <cstdint>
#include <vector>

#include "graze/clash.h"
#include "store/wide_hash.h"

namespace graze {

class Questions {
 public:
  // Throws Error for settings that are none.
  Questions(const ClashSettings& settings, const ClashSets& sets);

  // Under a rule by its number; no_rule where there are no rules.
  const ClashSettings& of(std::uint32_t rule) const { return (rule == no_rule ? all_ : each_.at(rule)).settings; }
  // Of what the results depend on besides the parts.
  const WideHash& hash(std::uint32_t rule) const { return (rule == no_rule ? all_ : each_.at(rule)).hash; }
  // How far apart the boxes of two parts may be that are asked.
  double reach() const noexcept { return reach_; }
  // Of all of them, and of how many there are.
  WideHash hash() const;

 private:
  struct Question {
    ClashSettings settings;
    WideHash hash;
  };
  Question all_;
  std::vector<Question> each_;
  double reach_;
};

}  // namespace graze

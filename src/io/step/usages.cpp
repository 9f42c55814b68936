#include "io/step/usages.h"

#include <Interface_InterfaceModel.hxx>
#include <StepBasic_ProductDefinition.hxx>
#include <StepRepr_NextAssemblyUsageOccurrence.hxx>
#include <string>
#include <unordered_map>
#include <vector>

#include "graze/error.h"
#include "io/limits.h"

namespace graze {

namespace {

class UsageCount {
 public:
  explicit UsageCount(std::uint64_t most) : most_(most) {}

  void add(const void* whole, const void* part) { parts_[whole].push_back(part); }

  // Of the parts below a product, itself among them; counted once, and no further than the limit.
  std::uint64_t below(const void* product, int depth) {
    if (depth > limits::nesting)
      throw Error("products are nested more than " + std::to_string(limits::nesting) + " deep, or in themselves");
    const auto [known, added] = counts_.try_emplace(product, open);
    if (!added && known->second == open) throw Error("a product is part of itself");
    if (!added) return known->second;
    std::uint64_t count = 1;
    if (const auto found = parts_.find(product); found != parts_.end()) {
      for (const void* part : found->second) count += below(part, depth + 1);
    }
    if (count > most_)
      throw Error("its assemblies have more than " + std::to_string(most_) + " parts, too many for its size");
    return counts_[product] = count;
  }

  void check_all() {
    for (const auto& [whole, parts] : parts_) below(whole, 0);
  }

 private:
  static constexpr std::uint64_t open = UINT64_MAX;  // being counted

  std::uint64_t most_;
  std::unordered_map<const void*, std::vector<const void*>> parts_;
  std::unordered_map<const void*, std::uint64_t> counts_;
};

}  // namespace

void check_usages(const Handle(XSControl_WorkSession) & session, std::uint64_t file_bytes) {
  UsageCount usages(limits::parts(file_bytes));
  const Handle(Interface_InterfaceModel) model = session->Model();
  for (int i = 1; i <= model->NbEntities(); ++i) {
    const auto usage = Handle(StepRepr_NextAssemblyUsageOccurrence)::DownCast(model->Value(i));
    if (usage.IsNull() || usage->RelatingProductDefinition().IsNull() || usage->RelatedProductDefinition().IsNull())
      continue;
    usages.add(usage->RelatingProductDefinition().get(), usage->RelatedProductDefinition().get());
  }
  usages.check_all();
}

}  // namespace graze

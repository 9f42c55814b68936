// `graze check --review`: what people decided about clashes, from review files and from BCF archives that came back.
#pragma once

#include <string>
#include <variant>
#include <vector>

#include "report/bcf_read.h"
#include "report/clash_report.h"

namespace graze::app {

// The files in the order of the command line: what is said later holds.
class Reviews {
 public:
  Reviews() = default;
  // Throws Error that names the file and the line.
  explicit Reviews(const std::vector<std::string>& paths);

  // Decides about the clashes of a report, and tells what is worth knowing.
  void apply(ClashReport& report) const;
  std::vector<BcfArchive> archives() const;
  // That of the last archive; 2.1 where there is none.
  BcfVersion bcf_version() const;

 private:
  std::vector<std::variant<ClashReview, BcfArchive>> files_;
};

}  // namespace graze::app

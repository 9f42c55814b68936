// All reports of a part store, written in one pass over its clashes.
#pragma once

#include <memory>
#include <vector>

#include "app/check_store.h"
#include "report/store_report.h"

namespace graze::app {

class StoreReports {
 public:
  // A report without clashes; an earlier one to compare with, or none. All must outlive it.
  StoreReports(const PartStore& store, const StoreJob& job, const ClashReport& report, Comparison* earlier);
  ~StoreReports();
  StoreReports(const StoreReports&) = delete;
  StoreReports& operator=(const StoreReports&) = delete;

  void add(const Clash& clash);
  void finish();          // until then no file is there
  bool findings() const;  // is there a clash of a class that StoreJob::failing has?

 private:
  class TextFile;
  ClashReport extract_of(const ClashReport& frame, const std::vector<Clash>& clashes, bool shapes) const;
  void end_chunk();
  void end_volume();
  void write_html();

  const PartStore& store_;
  const StoreJob& job_;
  Comparison* earlier_;
  ClashReport report_, bare_;
  std::vector<std::unique_ptr<TextFile>> files_;
  std::vector<ClashStream> streams_;
  std::vector<Clash> chunk_, volume_, table_;
  std::size_t volumes_ = 0;
  WorstClashes worst_;
};

}  // namespace graze::app

// `graze check` of a part store, or of files that go through one because of `--memory`.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <unordered_set>
#include <vector>

#include "app/check_sets.h"
#include "app/read_files.h"
#include "graze/clash.h"
#include "graze/store.h"

namespace graze::app {

// What the command line asks for; lengths as they are written there.
struct StoreJob {
  std::string tolerance = "0", clearance = "0", contact, memory, unit;
  ClashMeasure measure = ClashMeasure::local;
  std::uint64_t budget = ClashSettings{}.budget;
  std::vector<std::string> reuse;
  int threads = 0;
  std::string shard;        // I/N, from 1 on; empty: all units
  bool only_merge = false;  // units that are not done are an error
  std::string times;        // a file for what each unit took
  SideOf side;
  IgnoredPairs ignored;       // besides pairs of parts of one product
  std::string rules, preset;  // of both at most one; none: pairs of all parts
  std::string since;          // an earlier JSON report, or none
  std::unordered_set<std::string> failing;
  std::vector<std::string> outputs;
  std::string html, bcf, bcf_version, date;
  bool bcf_touching = false;
  std::size_t pictures = 200;
  bool json = false;
  const std::atomic<bool>* interrupted = nullptr;
};

// 2GiB, 512MiB, 1000000: bytes; 0 for an empty text. Throws Error naming the option.
std::uint64_t parse_bytes(const std::string& text, const std::string& option);

// The folder that is named, or one for temporary files that is gone in the end.
class StoreFolder {
 public:
  explicit StoreFolder(const std::string& named);
  ~StoreFolder();
  StoreFolder(const StoreFolder&) = delete;
  StoreFolder& operator=(const StoreFolder&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
  bool temporary_;
};

// Reads the files one after the other into a store in the folder.
void build_store(const std::vector<std::string>& files, const FrameOptions& frame, const std::string& folder);

// Checks the units that are not done, and, when all are, writes the reports. Returns the exit code.
int check_in_store(const std::string& folder, const StoreJob& job);

// The threads of this process, unless the program was started with another engine (backend/mpi).
UnitEngine& engine_for(int threads);
void hand_in(UnitEngine* engine);

}  // namespace graze::app

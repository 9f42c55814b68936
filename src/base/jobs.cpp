// The caller's own threads in place of the built-in ones (graze/jobs.h).
#include "graze/jobs.h"

#include <atomic>
#include <cstddef>
#include <mutex>
#include <new>
#include <utility>

namespace graze {
namespace {

struct HostJobs {
  std::mutex mutex;
  std::shared_ptr<Jobs> jobs;
  std::atomic<bool> set{false};  // so that loops take no lock where nothing was ever set
};

// Never destroyed: threads of the host may still ask while the program ends.
HostJobs& host() noexcept {
  alignas(HostJobs) static std::byte room[sizeof(HostJobs)];
  static HostJobs& only = *new (room) HostJobs;
  return only;
}

}  // namespace

void set_jobs(std::shared_ptr<Jobs> jobs) noexcept {
  HostJobs& all = host();
  const std::lock_guard lock(all.mutex);
  std::swap(all.jobs, jobs);  // the old one ends after the lock
  all.set = all.jobs != nullptr;
}

std::shared_ptr<Jobs> jobs() noexcept {
  HostJobs& all = host();
  if (!all.set.load(std::memory_order_acquire)) return nullptr;
  const std::lock_guard lock(all.mutex);
  return all.jobs;
}

}  // namespace graze

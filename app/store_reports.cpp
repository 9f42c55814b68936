#include "app/store_reports.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <span>

#include "app/output.h"
#include "io/ending.h"
#include "report/bcf.h"
#include "report/clash_shots.h"
#include "report/html.h"
#include "shape/new_file.h"

namespace graze::app {

namespace {

constexpr std::size_t clashes_a_chunk = 1000, most_in_html = 10000, clashes_a_volume = 10000, rows_a_class = 50;

std::vector<ClashShot> shots_of(const ClashReport& report, const StoreJob& job, std::size_t pictures) {
  Progress progress("drawing");
  return take_shots(
      report, pictures, job.threads, [&](double part) { progress.update(part); }, job.interrupted);
}

// model.bcfzip, model-2.bcfzip, ...
std::string volume_name(const std::string& path, std::size_t number) {
  if (number == 0) return path;
  const std::filesystem::path file(path);
  return (file.parent_path() / (file.stem().string() + "-" + std::to_string(number + 1) + file.extension().string()))
      .string();
}

}  // namespace

// A text file that is there as a whole or not at all, written in pieces.
class StoreReports::TextFile {
 public:
  explicit TextFile(const std::string& path) : file_(path) {}
  void write(std::string_view text) { file_.write(std::as_bytes(std::span(text))); }
  void commit() { file_.commit(); }

 private:
  NewFile file_;
};

StoreReports::StoreReports(const PartStore& store, const StoreJob& job, const ClashReport& report, Comparison* earlier)
    : store_(store), job_(job), earlier_(earlier), report_(report), bare_(without_lists(report)), worst_(most_in_html) {
  for (const std::string& path : job.outputs) {
    files_.push_back(std::make_unique<TextFile>(path));
    TextFile* const file = files_.back().get();
    streams_.emplace_back(report, ends_with(path, ".csv") ? ClashStream::Form::csv : ClashStream::Form::json,
                          [file](std::string_view text) { file->write(text); });
  }
  if (job.json) streams_.emplace_back(report, ClashStream::Form::json, [](std::string_view text) { print(text); });
}

StoreReports::~StoreReports() = default;

void StoreReports::add(const Clash& clash) {
  chunk_.push_back(clash);
  if (chunk_.size() == clashes_a_chunk) end_chunk();
  if (!job_.html.empty()) worst_.add(clash);
  if (!job_.bcf.empty()) {
    volume_.push_back(clash);
    if (volume_.size() == clashes_a_volume) end_volume();
  }
  std::uint64_t& count = report_.extract->class_counts[static_cast<std::size_t>(clash.value)];
  if (count++ < rows_a_class) table_.push_back(clash);
}

void StoreReports::finish() {
  end_chunk();
  for (ClashStream& stream : streams_) stream.finish();
  for (auto& file : files_) file->commit();
  if (!volume_.empty() || (!job_.bcf.empty() && volumes_ == 0)) end_volume();
  if (!job_.html.empty()) write_html();
  if (!job_.json) print(clash_table(extract_of(report_, table_, false)));
}

bool StoreReports::findings() const {
  for (std::size_t i = 0; i < report_.extract->class_counts.size(); ++i) {
    if (report_.extract->class_counts[i] > 0 && job_.failing.contains(name(static_cast<ClashClass>(i)))) return true;
  }
  return false;
}

ClashReport StoreReports::extract_of(const ClashReport& frame, const std::vector<Clash>& clashes, bool shapes) const {
  return store_extract(store_, frame, clashes, earlier_, shapes);
}

void StoreReports::end_chunk() {
  if (chunk_.empty() || streams_.empty()) return chunk_.clear();
  const ClashReport extract = extract_of(bare_, chunk_, false);
  for (ClashStream& stream : streams_) stream.add(extract);
  chunk_.clear();
}

void StoreReports::end_volume() {
  const ClashReport extract = extract_of(bare_, volume_, true);
  BcfSettings settings;
  settings.version = job_.bcf_version == "3.0" ? BcfVersion::v3_0 : BcfVersion::v2_1;
  settings.date = job_.date;
  settings.touching = job_.bcf_touching;
  const std::size_t pictures = volumes_ == 0 ? job_.pictures : 0;
  write_file(volume_name(job_.bcf, volumes_++), bcf_archive(extract, shots_of(extract, job_, pictures), settings));
  volume_.clear();
}

void StoreReports::write_html() {
  const std::vector<Clash> worst = worst_.take();
  std::uint64_t all = 0;
  for (const std::uint64_t count : report_.extract->class_counts) all += count;
  ClashReport extract = extract_of(report_, worst, true);
  if (worst.size() < all) {
    extract.assembly.notes.push_back(
        fmt::format("this page has the {} worst of {} clashes; JSON and CSV have all", worst.size(), all));
  }
  const Box box = store_.info().box;
  const double diagonal = box.empty() ? 0 : length(box.hi - box.lo);
  extract.group_radius = diagonal > 0 ? diagonal / 20 : 1;
  write_file(job_.html, clash_html(extract, shots_of(extract, job_, job_.pictures)));
}

}  // namespace graze::app

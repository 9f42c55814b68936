// The review file: JSON Lines, so that a line is what an error can name and what a version control system merges.
#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "base/json_text.h"
#include "graze/clash_review.h"
#include "graze/error.h"
#include "io/text_file.h"

namespace graze {

namespace {

using Json = nlohmann::json;

constexpr ReviewStatus statuses[] = {ReviewStatus::open,     ReviewStatus::active,   ReviewStatus::reviewed,
                                     ReviewStatus::approved, ReviewStatus::resolved, ReviewStatus::closed,
                                     ReviewStatus::ignored};
constexpr int version = 1;

bool is_id(const std::string& text) {
  return text.size() == 16 && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

std::string listed() {
  std::string text;
  for (const ReviewStatus value : statuses) text += (text.empty() ? "" : ", ") + std::string(name(value));
  return text;
}

// One line, whose faults are thrown as Error without the place.
class Line {
 public:
  explicit Line(const Json& object) : object_(object) {}

  // Throws for a field that is not among the names.
  void only(std::initializer_list<std::string_view> names) const {
    if (!object_.is_object()) throw Error("not a JSON object in braces");
    for (const auto& [key, value] : object_.items()) {
      if (std::find(names.begin(), names.end(), key) != names.end()) continue;
      std::string known;
      for (const std::string_view each : names) known += (known.empty() ? "" : ", ") + std::string(each);
      throw Error("unknown field " + in_quotes(key) + ": there are " + known);
    }
  }
  const Json* find(const char* key) const {
    const auto at = object_.find(key);
    return at == object_.end() ? nullptr : &*at;
  }
  std::string text(const char* key) const {
    const Json* const value = find(key);
    if (value == nullptr) return {};
    if (!value->is_string()) throw Error("\"" + std::string(key) + "\" is not a text in quotes");
    return value->get<std::string>();
  }
  const Json& list(const char* key) const {
    static const Json none = Json::array();
    const Json* const value = find(key);
    if (value == nullptr) return none;
    if (!value->is_array()) throw Error("\"" + std::string(key) + "\" is not a list in brackets");
    return *value;
  }

 private:
  const Json& object_;
};

ReviewComment comment_of(const Json& object) {
  const Line line(object);
  line.only({"guid", "date", "author", "text"});
  ReviewComment comment{line.text("guid"), line.text("date"), line.text("author"), line.text("text")};
  if (comment.text.empty()) throw Error("a comment has no \"text\"");
  return comment;
}

std::pair<std::string, ReviewEntry> entry_of(const Json& object) {
  const Line line(object);
  line.only({"id", "status", "assignee", "comments", "parts"});
  const std::string id = line.text("id");
  if (!is_id(id)) throw Error("\"id\" is not that of a clash: 16 digits of 0 to 9 and a to f");
  ReviewEntry entry;
  if (line.find("status") != nullptr) {
    const std::string word = line.text("status");
    const auto* const found =
        std::find_if(std::begin(statuses), std::end(statuses), [&](ReviewStatus each) { return word == name(each); });
    if (found == std::end(statuses)) throw Error(in_quotes(word) + " is no status: there are " + listed());
    entry.status = *found;
  }
  entry.assignee = line.text("assignee");
  for (const Json& comment : line.list("comments")) entry.comments.push_back(comment_of(comment));
  for (const Json& part : line.list("parts")) {
    if (!part.is_string()) throw Error("\"parts\" is not a list of names");
    entry.parts.push_back(part.get<std::string>());
  }
  return {id, std::move(entry)};
}

void check_head(const Json& object) {
  const Line line(object);
  constexpr const char* wanted = "a review file begins with the line {\"graze_review\":1}";
  if (!object.is_object() || line.find("graze_review") == nullptr) throw Error(wanted);
  line.only({"graze_review"});
  if (*line.find("graze_review") != version)
    throw Error("a review file of version " + line.find("graze_review")->dump() + "; this graze reads version " +
                std::to_string(version));
}

}  // namespace

const char* name(ReviewStatus value) noexcept {
  switch (value) {
    case ReviewStatus::active:
      return "active";
    case ReviewStatus::reviewed:
      return "reviewed";
    case ReviewStatus::approved:
      return "approved";
    case ReviewStatus::resolved:
      return "resolved";
    case ReviewStatus::closed:
      return "closed";
    case ReviewStatus::ignored:
      return "ignored";
    default:
      return "open";
  }
}

bool accepted(ReviewStatus value) noexcept { return value == ReviewStatus::approved || value == ReviewStatus::ignored; }

bool read_status(const std::string& word, ReviewStatus& value) {
  std::string plain;
  for (const char c : word)
    if (std::isalpha(static_cast<unsigned char>(c))) plain += static_cast<char>(std::tolower(c));
  constexpr std::pair<std::string_view, ReviewStatus> others[] = {
      {"new", ReviewStatus::open},          {"reopened", ReviewStatus::open},     {"todo", ReviewStatus::open},
      {"assigned", ReviewStatus::active},   {"inprogress", ReviewStatus::active}, {"inreview", ReviewStatus::reviewed},
      {"accepted", ReviewStatus::approved}, {"done", ReviewStatus::resolved},     {"fixed", ReviewStatus::resolved}};
  value = ReviewStatus::open;
  for (const ReviewStatus each : statuses) {
    if (plain != name(each)) continue;
    value = each;
    return true;
  }
  for (const auto& [other, meaning] : others) {
    if (plain != other) continue;
    value = meaning;
    return true;
  }
  return false;
}

ClashReview parse_clash_review(const std::string& text, const std::string& name) {
  ClashReview review;
  std::size_t at = text.starts_with("\xef\xbb\xbf") ? 3 : 0, number = 0;
  bool begun = false;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = std::string_view(text).substr(at, end - at);
    at = end + 1;
    ++number;
    if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    try {
      const Json object = Json::parse(line, nullptr, false);
      if (object.is_discarded()) throw Error("not a JSON object on a line of its own");
      if (!std::exchange(begun, true)) {
        check_head(object);
        continue;
      }
      auto [id, entry] = entry_of(object);
      if (!review.emplace(id, std::move(entry)).second) throw Error("the clash " + id + " has a line above already");
    } catch (const Error& error) {
      throw Error(name + ":" + std::to_string(number) + ": " + error.what());
    }
  }
  if (!begun) throw Error(name + ":1: a review file begins with the line {\"graze_review\":1}");
  return review;
}

ClashReview read_clash_review(const std::string& path) {
  std::ifstream file = open_file(path);
  return parse_clash_review({std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()}, path);
}

std::string clash_review_text(const ClashReview& review) {
  std::string text = "{\"graze_review\":" + std::to_string(version) + "}\n";
  for (const auto& [id, entry] : review) {
    JsonWriter out(text);
    out.object([&, &id = id, &entry = entry] {
      out.field("id", id).field("status", name(entry.status));
      if (!entry.assignee.empty()) out.field("assignee", entry.assignee);
      if (!entry.comments.empty()) {
        out.key("comments").list(entry.comments, [&](const ReviewComment& comment) {
          out.object([&] {
            for (const auto& [key, value] : {std::pair("guid", &comment.guid), std::pair("date", &comment.date),
                                             std::pair("author", &comment.author)})
              if (!value->empty()) out.field(key, *value);
            out.field("text", comment.text);
          });
        });
      }
      if (!entry.parts.empty()) out.key("parts").list(entry.parts, [&](const std::string& part) { out.value(part); });
    });
    text += '\n';
  }
  return text;
}

void merge_review(ReviewEntry& into, const ReviewEntry& newer) {
  into.status = newer.status;
  into.assignee = newer.assignee;
  if (!newer.parts.empty()) into.parts = newer.parts;
  for (const ReviewComment& comment : newer.comments) {
    const auto same = std::find_if(into.comments.begin(), into.comments.end(), [&](const ReviewComment& other) {
      if (!comment.guid.empty() && !other.guid.empty()) return comment.guid == other.guid;
      return comment.date == other.date && comment.author == other.author && comment.text == other.text;
    });
    if (same == into.comments.end()) {
      into.comments.push_back(comment);
    } else {
      const std::string guid = comment.guid.empty() ? same->guid : comment.guid;
      *same = comment;
      same->guid = guid;
    }
  }
}

void merge_review(ClashReview& into, const ClashReview& newer) {
  for (const auto& [id, entry] : newer) {
    const auto [at, is_new] = into.emplace(id, entry);
    if (!is_new) merge_review(at->second, entry);
  }
}

}  // namespace graze

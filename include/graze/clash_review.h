// What people decided about clashes, kept between runs: the review file (docs/clash-review.md).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "graze/api.h"
#include "graze/error.h"

namespace GRAZE_API graze {

// How far a clash has come.
enum class ReviewStatus : std::uint8_t {
  open,      // nobody has decided anything
  active,    // somebody is at it
  reviewed,  // it was looked at, and is to be mended
  approved,  // it is meant to be so
  resolved,  // the model is said to be mended
  closed,    // the same, and it was looked at
  ignored    // it is of no interest
};
const char* name(ReviewStatus value) noexcept;  // the enumerator in words
// Does a clash of this status count as none: is it approved or ignored?
bool accepted(ReviewStatus value) noexcept;
// The status that a word of any program means, in letters of either case: those above, and "In progress", "Reopened",
// "Done" and the like. False, and open, for a word that means nothing to graze.
bool read_status(const std::string& word, ReviewStatus& value);

// Something that was said about a clash.
struct ReviewComment {
  std::string guid = {};    // as BCF has it; empty where none was given
  std::string date = {};    // such as 2026-01-31T23:59:59Z
  std::string author = {};  // a name or an address
  std::string text = {};    // any number of lines
};

// What is kept of one clash.
struct ReviewEntry {
  ReviewStatus status = ReviewStatus::open;  // as it was last decided
  std::string assignee = {};                 // who is to see to it; empty: nobody
  std::vector<ReviewComment> comments = {};  // in the order in which they were made
  std::vector<std::string> parts = {};       // names of the two parts, for readers of the file; or none
};

// The entries of a review file, by the ids of clashes (Clash::id).
using ClashReview = std::map<std::string, ReviewEntry>;

// Reads a review file. Throws Error that names the file, the line, and what is wrong there.
ClashReview read_clash_review(const std::string& path);
// The same from a text; `name` is what errors call it.
ClashReview parse_clash_review(const std::string& text, const std::string& name);
// The text of a review file, sorted by ids: the same entries give the same bytes.
std::string clash_review_text(const ClashReview& review);

// Takes over what is newer: status and assignee of each entry, and comments that are not there yet. A comment with the
// GUID of one that is there takes its place.
void merge_review(ReviewEntry& into, const ReviewEntry& newer);
void merge_review(ClashReview& into, const ClashReview& newer);  // entry by entry

}  // namespace graze

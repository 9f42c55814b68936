// The STEP physical file (ISO 10303-21) as IFC uses it: records #12=IFCWALL(...), found by number and by type. The text
// stays as it is; a record is taken apart when it is asked for.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "graze/math.h"

namespace graze::ifc {

class Spf;

// One record, its fields as pieces of the text. What is asked of a field that is missing or something else throws Error
// naming the record.
class Record {
 public:
  Record(const Spf& file, std::uint32_t id, std::string_view type, std::string_view fields);

  std::uint32_t id() const noexcept { return id_; }
  std::string_view type() const noexcept { return type_; }  // in upper case
  bool is(std::string_view type) const noexcept { return type_ == type; }
  std::size_t size() const noexcept { return fields_.size(); }
  bool given(std::size_t field) const noexcept;            // is it there, and neither $ nor *?
  std::string_view raw(std::size_t field) const noexcept;  // its text; empty: not there
  bool is_ref(std::size_t field) const noexcept;           // #12
  bool is_list(std::size_t field) const noexcept;          // (...)

  std::uint32_t ref(std::size_t field) const;
  std::uint32_t ref_or_none(std::size_t field) const;  // 0: $, * or not there
  double number(std::size_t field) const;              // also of IFCLENGTHMEASURE(1.)
  double number(std::size_t field, double missing) const;
  bool flag(std::size_t field, bool missing) const;          // .T. or .F.
  std::string_view word(std::size_t field) const;            // of .WORD.; else empty
  std::string text(std::size_t field) const;                 // of 'text' in UTF-8; "" where there is none
  std::vector<std::uint32_t> refs(std::size_t field) const;  // of (#1,#2), or of #1 alone; none of $
  std::vector<double> numbers(std::size_t field) const;
  std::vector<std::string_view> items(std::size_t field) const;  // of a list: the texts of its items

  [[noreturn]] void fail(const std::string& message) const;  // "IFCWALL #12: message"

 private:
  std::uint32_t id_;
  std::string_view type_;
  std::vector<std::string_view> fields_;
};

class Spf {
 public:
  // Throws Error when the text is no such file.
  explicit Spf(std::string text);
  Spf(const Spf&) = delete;
  Spf& operator=(const Spf&) = delete;

  const std::string& schema() const noexcept { return schema_; }  // such as IFC4X3_ADD2
  bool has(std::uint32_t id) const noexcept { return find(id) != nullptr; }
  Record record(std::uint32_t id) const;                      // throws Error when there is none
  std::string_view type_of(std::uint32_t id) const noexcept;  // empty: there is none
  // The numbers of all records of a type, in the order of the file.
  const std::vector<std::uint32_t>& all(std::string_view type) const;
  // The numbers of all records that are products with a representation, from the least on: their first field is a text
  // or missing, and the seventh names a representation of a product; or no record at all, and the sixth a placement.
  std::vector<std::uint32_t> products() const;
  std::uint64_t damaged_records() const noexcept { return damaged_; }
  bool ended() const noexcept { return ended_; }  // by ENDSEC: it was not cut off

 private:
  struct Entry {
    std::uint32_t id, type;
    std::uint64_t begin;
    std::uint32_t size;
  };
  const Entry* find(std::uint32_t id) const noexcept;
  void read_header(std::size_t end);
  void scan(std::size_t at);
  std::uint32_t type_index(std::string_view type);

  std::string text_, schema_;
  std::vector<Entry> entries_;            // by number
  std::vector<std::uint32_t> by_number_;  // where numbers are dense: the place of each in entries_, from 1; else empty
  std::vector<std::string> types_;
  std::unordered_map<std::string_view, std::uint32_t> type_indices_;
  std::vector<std::vector<std::uint32_t>> ids_of_type_;
  std::uint64_t damaged_ = 0;
  bool ended_ = false;
};

// The pieces between the commas of a list's inside, without blanks around them.
std::vector<std::string_view> split_fields(std::string_view inside);
// One of them; empty: there are not so many.
std::string_view field_at(std::string_view inside, std::size_t number);
// Of 'text', its quotes among it: '' is ', \X2\00E4\X0\ and its like are letters.
std::string decode_text(std::string_view quoted);
// A real or whole number, or one in a type such as IFCREAL(1.); NaN: none.
double parse_real(std::string_view text) noexcept;
// All numbers in a list, and in the lists in it, one after the other.
void append_numbers(std::string_view list, std::vector<double>& numbers);

}  // namespace graze::ifc

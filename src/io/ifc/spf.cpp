#include "io/ifc/spf.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "graze/error.h"
#include "io/number.h"

namespace graze::ifc {

namespace {

bool blank(char c) noexcept { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
bool digit(char c) noexcept { return c >= '0' && c <= '9'; }

std::string_view trimmed(std::string_view text) noexcept {
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

// Behind blanks and comments.
std::size_t skip_blanks(std::string_view text, std::size_t at) noexcept {
  for (;;) {
    while (at < text.size() && blank(text[at])) ++at;
    if (at >= text.size()) return text.size();
    if (text.substr(at, 2) != "/*") return at;
    const std::size_t end = text.find("*/", at + 2);
    if (end == std::string_view::npos) return text.size();
    at = end + 2;
  }
}

// Where the text that opens at `at` ends, behind its quote; '' is a quote in it.
std::size_t skip_text(std::string_view text, std::size_t at) noexcept {
  const std::size_t end = text.find('\'', at + 1);
  return end == std::string_view::npos ? text.size() : end + 1;
}

// 0: no number of a record.
std::uint32_t parse_id(std::string_view text) noexcept {
  text = trimmed(text);
  if (text.size() < 2 || text[0] != '#') return 0;
  std::uint64_t id = 0;
  for (const char c : text.substr(1)) {
    if (!digit(c)) return 0;
    id = id * 10 + static_cast<std::uint64_t>(c - '0');
    if (id > UINT32_MAX) return 0;
  }
  return static_cast<std::uint32_t>(id);
}

std::string_view inside_list(std::string_view text) noexcept {
  text = trimmed(text);
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') return {};
  return text.substr(1, text.size() - 2);
}

// Calls `go_on` with the pieces between commas, without blanks around them, but for the last, until it says no. The
// piece to which it did, or else the last one.
template <class GoOn>
std::string_view each_field(std::string_view inside, const GoOn& go_on) {
  std::size_t begin = 0;
  int depth = 0;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const char c = inside[i];
    if (c == '\'') {
      i = skip_text(inside, i) - 1;
    } else if (c == '/' && inside.substr(i, 2) == "/*") {
      i = skip_blanks(inside, i) - 1;
    } else if (c == '(') {
      ++depth;
    } else if (c == ')') {
      --depth;
    } else if (c == ',' && depth == 0) {
      const std::string_view field = trimmed(inside.substr(begin, i - begin));
      begin = i + 1;
      if (!go_on(field)) return field;
    }
  }
  return trimmed(inside.substr(std::min(begin, inside.size())));
}

void append_utf8(std::string& text, std::uint32_t c) {
  if (c < 0x80) {
    text.push_back(static_cast<char>(c));
  } else if (c < 0x800) {
    text.push_back(static_cast<char>(0xc0 | c >> 6));
    text.push_back(static_cast<char>(0x80 | (c & 0x3f)));
  } else if (c < 0x10000) {
    text.push_back(static_cast<char>(0xe0 | (c >> 12 & 0xf)));
    text.push_back(static_cast<char>(0x80 | (c >> 6 & 0x3f)));
    text.push_back(static_cast<char>(0x80 | (c & 0x3f)));
  } else {
    text.push_back(static_cast<char>(0xf0 | (c >> 18 & 7)));
    text.push_back(static_cast<char>(0x80 | (c >> 12 & 0x3f)));
    text.push_back(static_cast<char>(0x80 | (c >> 6 & 0x3f)));
    text.push_back(static_cast<char>(0x80 | (c & 0x3f)));
  }
}

// -1: not that many hexadecimal digits.
std::int64_t hexadecimal(std::string_view digits, std::size_t count) {
  if (digits.size() < count) return -1;
  std::int64_t value = 0;
  for (const char c : digits.substr(0, count)) {
    const int v = digit(c) ? c - '0' : c >= 'A' && c <= 'F' ? c - 'A' + 10 : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    if (v < 0) return -1;
    value = value * 16 + v;
  }
  return value;
}

// The letters of \X2\ (four digits each, with surrogate pairs) or \X4\ (eight digits).
void append_letters(std::string& text, std::string_view& rest, std::size_t digits) {
  std::int64_t high = 0;
  for (std::int64_t c; (c = hexadecimal(rest, digits)) >= 0; rest.remove_prefix(digits)) {
    if (digits == 4 && c >= 0xd800 && c < 0xdc00) {
      high = c;
      continue;
    }
    if (high != 0 && c >= 0xdc00 && c < 0xe000) c = 0x10000 + ((high - 0xd800) << 10) + (c - 0xdc00);
    high = 0;
    append_utf8(text, static_cast<std::uint32_t>(std::min<std::int64_t>(c, 0x10ffff)));
  }
  if (rest.starts_with("\\X0\\")) rest.remove_prefix(4);
}

}  // namespace

std::vector<std::string_view> split_fields(std::string_view inside) {
  std::vector<std::string_view> fields;
  const std::string_view last = each_field(inside, [&](std::string_view field) {
    fields.push_back(field);
    return true;
  });
  if (!last.empty() || !fields.empty()) fields.push_back(last);
  return fields;
}

std::string_view field_at(std::string_view inside, std::size_t number) {
  const std::string_view found = each_field(inside, [&](std::string_view) { return number-- > 0; });
  return number == 0 || number == SIZE_MAX ? found : std::string_view();
}

std::string decode_text(std::string_view quoted) {
  std::string text;
  if (quoted.size() < 2 || quoted.front() != '\'') return text;
  quoted.remove_prefix(1);
  if (quoted.back() == '\'') quoted.remove_suffix(1);
  while (!quoted.empty()) {
    if (quoted.starts_with("''")) {
      text.push_back('\'');
      quoted.remove_prefix(2);
    } else if (quoted.starts_with("\\\\")) {
      text.push_back('\\');
      quoted.remove_prefix(2);
    } else if (quoted.starts_with("\\X2\\") || quoted.starts_with("\\X4\\")) {
      const std::size_t digits = quoted[2] == '2' ? 4 : 8;
      quoted.remove_prefix(4);
      append_letters(text, quoted, digits);
    } else if (quoted.starts_with("\\X\\") && hexadecimal(quoted.substr(3), 2) >= 0) {
      append_utf8(text, static_cast<std::uint32_t>(hexadecimal(quoted.substr(3), 2)));
      quoted.remove_prefix(5);
    } else if (quoted.starts_with("\\S\\") && quoted.size() > 3) {
      append_utf8(text, static_cast<std::uint32_t>(static_cast<unsigned char>(quoted[3]) | 0x80));
      quoted.remove_prefix(4);
    } else {
      text.push_back(quoted[0]);
      quoted.remove_prefix(1);
    }
  }
  return text;
}

double parse_real(std::string_view text) noexcept {
  text = trimmed(text);
  if (!text.empty() && text.back() == ')') {
    const std::size_t open = text.find('(');
    if (open == std::string_view::npos) return std::numeric_limits<double>::quiet_NaN();
    text = trimmed(text.substr(open + 1, text.size() - open - 2));
  }
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  const Number number = parse_number(text);
  return number.fault == NumberFault::none ? number.value : std::numeric_limits<double>::quiet_NaN();
}

void append_numbers(std::string_view list, std::vector<double>& numbers) {
  for (std::size_t i = 0; i < list.size();) {
    const char c = list[i];
    if (!digit(c) && c != '-' && c != '+' && c != '.') {
      ++i;
      continue;
    }
    std::size_t end = i + 1;
    while (end < list.size() && list[end] != ',' && list[end] != ')' && !blank(list[end])) ++end;
    numbers.push_back(parse_real(list.substr(i, end - i)));
    i = end;
  }
}

Record::Record(const Spf&, std::uint32_t id, std::string_view type, std::string_view fields)
    : id_(id), type_(type), fields_(split_fields(fields)) {}

void Record::fail(const std::string& message) const {
  throw Error(std::string(type_) + " #" + std::to_string(id_) + ": " + message);
}

std::string_view Record::raw(std::size_t field) const noexcept {
  return field < fields_.size() ? fields_[field] : std::string_view();
}
bool Record::given(std::size_t field) const noexcept {
  const std::string_view text = raw(field);
  return !text.empty() && text != "$" && text != "*";
}
bool Record::is_ref(std::size_t field) const noexcept { return parse_id(raw(field)) != 0; }
bool Record::is_list(std::size_t field) const noexcept { return !raw(field).empty() && raw(field)[0] == '('; }

std::uint32_t Record::ref_or_none(std::size_t field) const { return parse_id(raw(field)); }
std::uint32_t Record::ref(std::size_t field) const {
  const std::uint32_t id = parse_id(raw(field));
  if (id == 0) fail("field " + std::to_string(field + 1) + " names no record");
  return id;
}

double Record::number(std::size_t field) const {
  const double value = parse_real(raw(field));
  if (std::isnan(value)) fail("field " + std::to_string(field + 1) + " is no number");
  return value;
}
double Record::number(std::size_t field, double missing) const { return given(field) ? number(field) : missing; }

bool Record::flag(std::size_t field, bool missing) const {
  const std::string_view text = word(field);
  return text == "T" || text == "TRUE" ? true : text == "F" || text == "FALSE" ? false : missing;
}

std::string_view Record::word(std::size_t field) const {
  const std::string_view text = raw(field);
  return text.size() > 2 && text.front() == '.' && text.back() == '.' ? text.substr(1, text.size() - 2)
                                                                      : std::string_view();
}

std::string Record::text(std::size_t field) const {
  std::string_view text = raw(field);
  const std::size_t quote = text.find('\'');
  if (quote == std::string_view::npos) return "";
  text.remove_prefix(quote);
  if (text.back() == ')') text.remove_suffix(1);
  return decode_text(trimmed(text));
}

std::vector<std::uint32_t> Record::refs(std::size_t field) const {
  std::vector<std::uint32_t> ids;
  if (!given(field)) return ids;
  if (const std::uint32_t one = parse_id(raw(field)); one != 0) return {one};
  for (const std::string_view item : split_fields(inside_list(raw(field)))) {
    const std::uint32_t id = parse_id(item);
    if (id == 0) fail("field " + std::to_string(field + 1) + " is no list of records");
    ids.push_back(id);
  }
  return ids;
}

std::vector<double> Record::numbers(std::size_t field) const {
  std::vector<double> values;
  append_numbers(inside_list(raw(field)), values);
  for (const double value : values) {
    if (std::isnan(value)) fail("field " + std::to_string(field + 1) + " is no list of numbers");
  }
  return values;
}

std::vector<std::string_view> Record::items(std::size_t field) const { return split_fields(inside_list(raw(field))); }

Spf::Spf(std::string text) : text_(std::move(text)) {
  const std::string_view all = text_;
  if (skip_blanks(all, 0) >= all.size() || !all.substr(skip_blanks(all, 0)).starts_with("ISO-10303-21"))
    throw Error("it does not begin with ISO-10303-21: not a STEP physical file");
  std::size_t data = all.find("DATA");
  while (data != std::string_view::npos && !(data > 0 && (blank(all[data - 1]) || all[data - 1] == ';') &&
                                             all.substr(skip_blanks(all, data + 4), 1).find_first_of(";(") == 0)) {
    data = all.find("DATA", data + 4);
  }
  if (data == std::string_view::npos) throw Error("it has no DATA section");
  read_header(data);
  scan(data);
}

void Spf::read_header(std::size_t end) {
  const std::string_view head = std::string_view(text_).substr(0, end);
  const std::size_t at = head.find("FILE_SCHEMA");
  if (at == std::string_view::npos) return;
  const std::size_t open = head.find('\'', at);
  if (open == std::string_view::npos) return;
  schema_ = decode_text(head.substr(open, skip_text(head, open) - open));
}

std::uint32_t Spf::type_index(std::string_view type) {
  const auto found = type_indices_.find(type);
  if (found != type_indices_.end()) return found->second;
  const auto index = static_cast<std::uint32_t>(types_.size());
  // Views of the file's own text, which stays where it is.
  type_indices_.emplace(type, index);
  types_.emplace_back(type);
  for (char& c : types_.back()) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  ids_of_type_.emplace_back();
  return index;
}

// A record is "#12 = TYPE ( ... ) ;". What is none is passed over to the next ';' and counted.
void Spf::scan(std::size_t at) {
  const std::string_view text = text_;
  at = text.find(';', at);
  if (at == std::string_view::npos) return;
  entries_.reserve(text.size() / 64);
  for (++at;;) {
    at = skip_blanks(text, at);
    if (at >= text.size()) break;
    const std::size_t start = at;
    if (text[at] == '#') {
      std::uint64_t id = 0;
      for (++at; at < text.size() && digit(text[at]) && id <= UINT32_MAX; ++at)
        id = id * 10 + static_cast<std::uint64_t>(text[at] - '0');
      at = skip_blanks(text, at);
      bool good = id > 0 && id <= UINT32_MAX && at < text.size() && text[at] == '=';
      if (good) at = skip_blanks(text, at + 1);
      const std::size_t name = at;
      while (at < text.size() && ((text[at] >= 'A' && text[at] <= 'Z') || (text[at] >= 'a' && text[at] <= 'z') ||
                                  digit(text[at]) || text[at] == '_'))
        ++at;
      const std::string_view type = text.substr(name, at - name);
      at = skip_blanks(text, at);
      good = good && !type.empty() && at < text.size() && text[at] == '(';
      const std::size_t open = at;
      int depth = 0;
      std::size_t close = std::string_view::npos;
      for (; at < text.size() && text[at] != ';'; ++at) {
        const char c = text[at];
        if (c == '\'') {
          at = skip_text(text, at) - 1;
        } else if (c == '(') {
          ++depth;
        } else if (c == ')') {
          if (--depth == 0) close = at;
        } else if (c == '/' && text.substr(at, 2) == "/*") {
          at = skip_blanks(text, at) - 1;
        }
      }
      good =
          good && depth == 0 && close != std::string_view::npos && at < text.size() && close - open - 1 <= UINT32_MAX;
      if (good) {
        const std::uint32_t index = type_index(type);
        entries_.push_back(
            {static_cast<std::uint32_t>(id), index, open + 1, static_cast<std::uint32_t>(close - open - 1)});
        ids_of_type_[index].push_back(static_cast<std::uint32_t>(id));
      } else {
        ++damaged_;
      }
    } else if (text.substr(at).starts_with("ENDSEC")) {
      ended_ = true;
      // More data sections may follow.
      at = text.find("DATA", at);
      if (at == std::string_view::npos) break;
      at = text.find(';', at);
      if (at == std::string_view::npos) break;
    } else {
      ++damaged_;
      at = text.find(';', at);
      if (at == std::string_view::npos) break;
    }
    at = std::max(at, start) + 1;
  }
  // Of two records of one number the first counts; the other is as good as damaged.
  std::stable_sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) { return a.id < b.id; });
  for (std::size_t i = 1; i < entries_.size(); ++i) damaged_ += entries_[i].id == entries_[i - 1].id ? 1 : 0;
  if (!entries_.empty() && entries_.back().id / 8 <= entries_.size()) {
    by_number_.assign(std::size_t{entries_.back().id} + 1, 0);
    for (std::size_t i = entries_.size(); i-- > 0;) by_number_[entries_[i].id] = static_cast<std::uint32_t>(i + 1);
  }
}

const Spf::Entry* Spf::find(std::uint32_t id) const noexcept {
  if (!by_number_.empty()) {
    if (id >= by_number_.size() || by_number_[id] == 0) return nullptr;
    return &entries_[by_number_[id] - 1];
  }
  const auto at =
      std::lower_bound(entries_.begin(), entries_.end(), id, [](const Entry& e, std::uint32_t i) { return e.id < i; });
  return at != entries_.end() && at->id == id ? &*at : nullptr;
}

Record Spf::record(std::uint32_t id) const {
  const Entry* const entry = find(id);
  if (entry == nullptr) throw Error("there is no record #" + std::to_string(id));
  return {*this, id, types_[entry->type], std::string_view(text_).substr(entry->begin, entry->size)};
}

std::string_view Spf::type_of(std::uint32_t id) const noexcept {
  const Entry* const entry = find(id);
  return entry == nullptr ? std::string_view() : std::string_view(types_[entry->type]);
}

const std::vector<std::uint32_t>& Spf::all(std::string_view type) const {
  static const std::vector<std::uint32_t> none;
  const auto found = type_indices_.find(type);
  return found == type_indices_.end() ? none : ids_of_type_[found->second];
}

std::vector<std::uint32_t> Spf::products() const {
  std::vector<std::uint32_t> ids;
  std::vector<bool> placement(types_.size()), representation(types_.size());
  for (std::size_t i = 0; i < types_.size(); ++i) {
    placement[i] = types_[i].starts_with("IFC") && types_[i].ends_with("PLACEMENT");
    representation[i] = types_[i] == "IFCPRODUCTDEFINITIONSHAPE" || types_[i] == "IFCPRODUCTREPRESENTATION";
  }
  for (const Entry& entry : entries_) {
    const std::string_view fields = std::string_view(text_).substr(entry.begin, entry.size);
    // Global ids are not always of 22 letters.
    const std::size_t start = skip_blanks(fields, 0);
    if (start >= fields.size() || (fields[start] != '\'' && fields[start] != '$')) continue;
    const std::uint32_t shape = parse_id(field_at(fields, 6));
    if (shape == 0) continue;
    const Entry* const found = find(shape);
    if (found != nullptr && !representation[found->type]) continue;
    if (found == nullptr) {
      const Entry* const place = find(parse_id(field_at(fields, 5)));
      if (place == nullptr || !placement[place->type]) continue;
    }
    ids.push_back(entry.id);
  }
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
  return ids;
}

}  // namespace graze::ifc

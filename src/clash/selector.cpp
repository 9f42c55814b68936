// Selectors of graze/clash_rules.h: a recursive descent over words, quoted texts, parentheses, = and !=.
#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "clash/pattern.h"
#include "graze/clash_rules.h"
#include "graze/error.h"

namespace graze {

struct Selector::Term {
  enum Kind : std::uint8_t { all_of, any_of, none_of, field, property };
  Kind kind = field;
  std::vector<std::shared_ptr<const Term>> terms = {};
  std::string key = {};    // of a field; of a property the set, or empty
  std::string name = {};   // of a property
  std::string value = {};  // a pattern
};

namespace {

using Term = Selector::Term;
using TermPtr = std::shared_ptr<const Term>;

constexpr std::array fields = {"class", "type", "layer", "storey", "system", "file", "name", "path", "id"};

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return result;
}

// Letters of either case are the same.
bool like(const std::string& pattern, const std::string& text) { return matches(lower(pattern), lower(text)); }

class Parser {
 public:
  explicit Parser(const std::string& text) : text_(text) { next(); }

  TermPtr whole() {
    TermPtr result = any();
    if (kind_ != Word::end) fail("'and', 'or' or the end of the selector");
    return result;
  }

 private:
  enum class Word : std::uint8_t { end, open, close, equal, unequal, plain, quoted };

  [[noreturn]] void fail(const std::string& expected) const {
    const std::string found = kind_ == Word::end ? "the end" : "'" + word_ + "'";
    throw Error("in the selector at letter " + std::to_string(at_ + 1) + ": " + expected + " is expected, not " +
                found);
  }

  void next() {
    while (to_ < text_.size() && (text_[to_] == ' ' || text_[to_] == '\t')) ++to_;
    at_ = to_;
    word_.clear();
    if (to_ == text_.size()) {
      kind_ = Word::end;
      return;
    }
    const char c = text_[to_];
    const auto one = [&](Word kind, std::size_t count) {
      kind_ = kind;
      word_ = text_.substr(to_, count);
      to_ += count;
    };
    if (c == '(') return one(Word::open, 1);
    if (c == ')') return one(Word::close, 1);
    if (c == '=') return one(Word::equal, 1);
    if (text_.compare(to_, 2, "!=") == 0) return one(Word::unequal, 2);
    if (c == '"' || c == '\'') {
      const std::size_t end = text_.find(c, to_ + 1);
      if (end == std::string::npos)
        throw Error("in the selector: the quote at letter " + std::to_string(to_ + 1) + " is not closed");
      kind_ = Word::quoted;
      word_ = text_.substr(to_ + 1, end - to_ - 1);
      to_ = end + 1;
      return;
    }
    kind_ = Word::plain;
    while (to_ < text_.size() && std::string_view(" \t()=\"'").find(text_[to_]) == std::string_view::npos &&
           text_.compare(to_, 2, "!=") != 0)
      word_ += text_[to_++];
  }
  bool take(const char* keyword) {
    if (kind_ != Word::plain || lower(word_) != keyword) return false;
    next();
    return true;
  }

  // A quoted text, or plain words up to a keyword, with single blanks between them.
  std::string words() {
    std::string result = word_;
    const bool quoted = kind_ == Word::quoted;
    next();
    if (quoted) return result;
    for (; kind_ == Word::plain && lower(word_) != "and" && lower(word_) != "or" && lower(word_) != "not"; next())
      result += " " + word_;
    return result;
  }

  TermPtr joined(Term::Kind kind, std::vector<TermPtr> terms) {
    if (terms.size() == 1) return terms[0];
    auto term = std::make_shared<Term>();
    term->kind = kind;
    term->terms = std::move(terms);
    return term;
  }
  TermPtr any() {
    std::vector<TermPtr> terms = {all()};
    while (take("or")) terms.push_back(all());
    return joined(Term::any_of, std::move(terms));
  }
  TermPtr all() {
    std::vector<TermPtr> terms = {one()};
    while (take("and")) terms.push_back(one());
    return joined(Term::all_of, std::move(terms));
  }
  TermPtr none(TermPtr of) {
    auto term = std::make_shared<Term>();
    term->kind = Term::none_of;
    term->terms = {std::move(of)};
    return term;
  }
  TermPtr one() {
    if (take("not")) return none(one());
    if (kind_ == Word::open) {
      if (++depth_ > 100) throw Error("in the selector: more than 100 parentheses in each other");
      next();
      TermPtr inner = any();
      if (kind_ != Word::close) fail("')'");
      --depth_;
      next();
      return inner;
    }
    if (kind_ != Word::plain && kind_ != Word::quoted) fail("a field such as class=IfcWall*, or a pattern");
    const bool quoted = kind_ == Word::quoted;
    const std::size_t where = at_;
    const std::string first = words();
    if (kind_ != Word::equal && kind_ != Word::unequal) {
      auto term = std::make_shared<Term>();
      term->key = "any";
      term->value = first;
      return term;
    }
    const bool turned = kind_ == Word::unequal;
    auto term = std::make_shared<Term>();
    set_key(*term, first, quoted, where);
    next();
    if (kind_ != Word::plain && kind_ != Word::quoted) fail("a value or pattern");
    term->value = words();
    return turned ? none(term) : term;
  }
  void set_key(Term& term, const std::string& key, bool quoted, std::size_t where) const {
    const std::string plain = lower(key);
    if (!quoted && std::find(fields.begin(), fields.end(), plain) != fields.end()) {
      term.key = plain;
      return;
    }
    // Pset_WallCommon.IsExternal, or a property of any set: .IsExternal
    const std::size_t dot = key.rfind('.');
    if (dot == std::string::npos || dot + 1 == key.size()) {
      throw Error("in the selector at letter " + std::to_string(where + 1) + ": '" + key +
                  "' is not one of class, type, layer, storey, system, file, name, path, id, nor a property such as "
                  "Pset_WallCommon.IsExternal or .IsExternal");
    }
    term.kind = Term::property;
    term.key = key.substr(0, dot);
    term.name = key.substr(dot + 1);
  }

  const std::string& text_;
  std::size_t at_ = 0, to_ = 0;
  Word kind_ = Word::end;
  std::string word_;
  int depth_ = 0;
};

bool holds(const Term& term, const Part& part) {
  const auto inner = [&](const TermPtr& of) { return holds(*of, part); };
  switch (term.kind) {
    case Term::all_of:
      return std::all_of(term.terms.begin(), term.terms.end(), inner);
    case Term::any_of:
      return std::any_of(term.terms.begin(), term.terms.end(), inner);
    case Term::none_of:
      return !inner(term.terms[0]);
    case Term::property:
      return std::any_of(part.properties.begin(), part.properties.end(), [&](const auto& set) {
        return (term.key.empty() || like(term.key, set->name)) &&
               std::any_of(set->values.begin(), set->values.end(), [&](const auto& entry) {
                 return like(term.name, entry.first) && like(term.value, entry.second);
               });
      });
    default:
      break;
  }
  if (term.key == "class") return like(term.value, part.kind);
  if (term.key == "type") return like(term.value, part.type);
  if (term.key == "layer") return like(term.value, part.layer);
  if (term.key == "storey") return like(term.value, part.storey);
  if (term.key == "file") return like(term.value, part.file);
  // GlobalIds tell letters of either case apart.
  if (term.key == "id") return part.global_id == term.value;
  if (term.key == "system")
    return std::any_of(part.groups.begin(), part.groups.end(),
                       [&](const std::string& group) { return like(term.value, group); });
  const bool name = matches(term.value, part.name), path = matches(term.value, part.path);
  if (term.key == "name") return name;
  if (term.key == "path") return path;
  return name || path || part.global_id == term.value || (!part.kind.empty() && like(term.value, part.kind));
}

bool names_property(const Term& term) {
  return term.kind == Term::property ||
         std::any_of(term.terms.begin(), term.terms.end(), [](const TermPtr& inner) { return names_property(*inner); });
}

}  // namespace

Selector::Selector(const std::string& text) : term_(Parser(text).whole()) {}

bool Selector::asks_properties() const { return term_ != nullptr && names_property(*term_); }

bool Selector::matches(const Part& part) const { return term_ == nullptr || holds(*term_, part); }

}  // namespace graze

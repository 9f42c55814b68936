#include "robot/xacro_expression.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "graze/error.h"
#include "io/number.h"
#include "robot/xacro_math.h"

namespace graze {

namespace {

constexpr int deepest_expression = 64;
constexpr std::size_t longest = 1 << 20;

class Evaluator {
 public:
  Evaluator(std::string_view text, const XacroNames& names) : text_(text), names_(names) {}

  XacroValue run() {
    XacroValue value = choice();
    skip();
    if (at_ < text_.size()) fail("'" + std::string(text_.substr(at_, 20)) + "' is not understood");
    return value;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const { throw Error(why); }

  void skip() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  static bool in_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
  bool sign(std::string_view word) {
    skip();
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  bool word(std::string_view wanted) {
    skip();
    if (!text_.substr(at_).starts_with(wanted)) return false;
    const std::size_t end = at_ + wanted.size();
    if (end < text_.size() && in_name(text_[end])) return false;
    at_ = end;
    return true;
  }
  void expect(std::string_view wanted) {
    if (!sign(wanted)) fail("'" + std::string(wanted) + "' is missing");
  }

  // Names on the side of a condition that is not taken need not be known.
  struct Silent {
    explicit Silent(Evaluator& of, bool on) : of_(of), before_(of.silent_) { of.silent_ = of.silent_ || on; }
    ~Silent() { of_.silent_ = before_; }
    Silent(const Silent&) = delete;
    Silent& operator=(const Silent&) = delete;
    Evaluator& of_;
    bool before_;
  };

  XacroValue choice() {
    const int depth = depth_++;
    if (depth > deepest_expression) fail("the expression is nested too deep");
    const std::size_t begin = at_;
    // The first part is only wanted if the condition, which stands after it, is true.
    XacroValue first;
    std::optional<std::string> fault;
    if (silent_) {
      either();
    } else {
      try {
        first = either();
      } catch (const Error& error) {
        // It may be the part that is not taken: look for the condition with nothing looked up.
        fault = error.what();
        at_ = begin;
        depth_ = depth + 1;
        const Silent silent(*this, true);
        either();
      }
    }
    if (word("if")) {
      const bool taken = truth_of(either());
      if (!word("else")) fail("'else' is missing");
      if (taken && fault) fail(*fault);
      const Silent silent(*this, taken);
      XacroValue second = choice();
      depth_ = depth;
      return taken ? first : second;
    }
    if (fault) fail(*fault);
    depth_ = depth;
    return first;
  }

  XacroValue either() {
    XacroValue value = both();
    while (word("or")) {
      const bool done = truth_of(value);
      const Silent silent(*this, done);
      XacroValue other = both();
      if (!done) value = std::move(other);
    }
    return value;
  }
  XacroValue both() {
    XacroValue value = negation();
    while (word("and")) {
      const bool done = !truth_of(value);
      const Silent silent(*this, done);
      XacroValue other = negation();
      if (!done) value = std::move(other);
    }
    return value;
  }
  XacroValue negation() {
    if (word("not")) {
      if (++depth_ > deepest_expression) fail("the expression is nested too deep");
      const bool value = truth_of(negation());
      --depth_;
      return {!value};
    }
    return comparison();
  }

  XacroValue comparison() {
    XacroValue left = sum();
    bool compared = false, holds = true;
    for (;;) {
      const char* const kind = sign("==")   ? "=="
                               : sign("!=") ? "!="
                               : sign("<=") ? "<="
                               : sign(">=") ? ">="
                               : sign("<")  ? "<"
                               : sign(">")  ? ">"
                               : word("in") ? "in"
                               : word("is") ? "is"
                               : not_in()   ? "not in"
                                            : nullptr;
      if (!kind) break;
      std::string how = kind;
      if (how == "is") how = word("not") ? "!=" : "==";
      XacroValue right = sum();
      if (!silent_) holds = holds && compare(how, left, right);
      left = std::move(right);
      compared = true;
    }
    return compared ? XacroValue{holds} : left;
  }
  bool not_in() {
    const std::size_t before = at_;
    if (word("not") && word("in")) return true;
    at_ = before;
    return false;
  }

  static std::optional<double> as_number(const XacroValue& value) {
    if (const auto* x = std::get_if<double>(&value.is)) return *x;
    if (const auto* n = std::get_if<std::int64_t>(&value.is)) return double(*n);
    if (const auto* b = std::get_if<bool>(&value.is)) return *b ? 1 : 0;
    return std::nullopt;
  }
  bool compare(const std::string& how, const XacroValue& a, const XacroValue& b) const {
    if (how == "==" || how == "!=") return is_equal(a, b) == (how == "==");
    if (how == "in" || how == "not in") {
      bool found = false;
      if (const auto* const list = std::get_if<std::shared_ptr<XacroList>>(&b.is)) {
        for (const XacroValue& each : **list) found = found || is_equal(a, each);
      } else if (const auto* const table = std::get_if<std::shared_ptr<XacroDict>>(&b.is)) {
        for (const auto& [key, each] : **table) found = found || key == text_of(a);
      } else if (a.is_text() && b.is_text()) {
        found = b.text()->find(*a.text()) != std::string::npos;
      } else {
        fail("'in' needs a list or a text");
      }
      return found == (how == "in");
    }
    const auto x = as_number(a), y = as_number(b);
    int order = 0;
    if (x && y) {
      if (std::isnan(*x) || std::isnan(*y)) return false;
      order = *x < *y ? -1 : *x > *y ? 1 : 0;
    } else if (a.is_text() && b.is_text()) {
      order = a.text()->compare(*b.text());
    } else {
      fail("'" + text_of(a) + "' and '" + text_of(b) + "' cannot be compared by " + how);
    }
    return how == "<" ? order < 0 : how == ">" ? order > 0 : how == "<=" ? order <= 0 : order >= 0;
  }

  XacroValue sum() {
    XacroValue value = product();
    for (;;) {
      if (sign("+")) {
        value = join('+', value, product());
      } else if (sign("-")) {
        value = join('-', value, product());
      } else {
        return value;
      }
    }
  }
  XacroValue product() {
    XacroValue value = signed_value();
    for (;;) {
      skip();
      if (text_.substr(at_).starts_with("**")) return value;
      if (sign("//")) {
        value = join('f', value, signed_value());
      } else if (sign("*")) {
        value = join('*', value, signed_value());
      } else if (sign("/")) {
        value = join('/', value, signed_value());
      } else if (sign("%")) {
        value = join('%', value, signed_value());
      } else {
        return value;
      }
    }
  }
  XacroValue signed_value() {
    if (++depth_ > deepest_expression) fail("the expression is nested too deep");
    XacroValue value;
    if (sign("-")) {
      value = join('-', {std::int64_t{0}}, signed_value());
      // -x of a number that is not whole keeps its sign at 0.
      if (auto* const x = std::get_if<double>(&value.is); x && *x == 0) *x = -0.0;
    } else if (sign("+")) {
      value = signed_value();
    } else {
      value = raised();
    }
    --depth_;
    return value;
  }
  XacroValue raised() {
    XacroValue value = indexed();
    if (sign("**")) value = join('p', value, signed_value());
    return value;
  }

  // By the remainder, as Python has it: 1 // 0.1 is 9.
  static double floor_division(double x, double y) {
    double rest = std::fmod(x, y), quotient = (x - rest) / y;
    if (rest != 0 && (rest < 0) != (y < 0)) quotient -= 1;
    if (quotient == 0) return std::copysign(0.0, x / y);
    const double whole = std::floor(quotient);
    return quotient - whole > 0.5 ? whole + 1 : whole;
  }

  XacroValue join(char how, const XacroValue& a, const XacroValue& b) const {
    if (silent_) return {};
    if (how == '+' && a.is_text() && b.is_text()) {
      if (a.text()->size() + b.text()->size() > longest) fail("a text is longer than a megabyte");
      return {*a.text() + *b.text()};
    }
    const auto *list = std::get_if<std::shared_ptr<XacroList>>(&a.is),
               *other = std::get_if<std::shared_ptr<XacroList>>(&b.is);
    if (how == '+' && list && other && (*list)->kind == (*other)->kind && (*list)->kind < XacroList::Kind::set) {
      if ((*list)->size() + (*other)->size() > longest) fail("a list is too long");
      auto both_lists = std::make_shared<XacroList>(**list);
      both_lists->insert(both_lists->end(), (*other)->begin(), (*other)->end());
      return {both_lists};
    }
    const auto x = as_number(a), y = as_number(b);
    if (!x || !y) {
      const std::string shown = how == 'f' ? "//" : how == 'p' ? "**" : std::string(1, how);
      fail("'" + text_of(a) + "' " + shown + " '" + text_of(b) + "': these are not two numbers");
    }
    const bool whole = !std::holds_alternative<double>(a.is) && !std::holds_alternative<double>(b.is);
    if ((how == '/' || how == 'f' || how == '%') && *y == 0) fail("a division by 0");
    if (whole && how != '/') {
      if (const auto exact = join_whole(how, static_cast<std::int64_t>(*x), static_cast<std::int64_t>(*y))) {
        return {*exact};
      }
      if (how != 'p' || *y >= 0) fail("a whole number beyond 2^53 needs Python");
    }
    switch (how) {
      case '+':
        return {*x + *y};
      case '-':
        return {*x - *y};
      case '*':
        return {*x * *y};
      case '/':
        return {*x / *y};
      case 'f':
        return {floor_division(*x, *y)};
      case '%': {
        const double rest = std::fmod(*x, *y);
        return {rest != 0 && (rest < 0) != (*y < 0) ? rest + *y : rest};
      }
      default:
        return {python_power(*x, *y)};
    }
  }

  // Of whole numbers that stay within a double's; nothing: they do not.
  static std::optional<std::int64_t> join_whole(char how, std::int64_t x, std::int64_t y) {
    const double most = 0x1p53;
    const auto checked = [&](double result) -> std::optional<std::int64_t> {
      if (!(std::fabs(result) <= most)) return std::nullopt;
      return static_cast<std::int64_t>(result);
    };
    switch (how) {
      case '+':
        return checked(double(x) + double(y));
      case '-':
        return checked(double(x) - double(y));
      case '*':
        return checked(double(x) * double(y));
      case 'f':
        return x / y - (x % y != 0 && (x < 0) != (y < 0) ? 1 : 0);
      case '%': {
        const std::int64_t rest = x % y;
        return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
      }
      default:
        if (y < 0) return std::nullopt;
        return checked(power(double(x), double(y)));
    }
  }

  XacroValue indexed() {
    XacroValue value = atom();
    for (;;) {
      if (sign("[")) {
        std::optional<XacroValue> index;
        if (!sign(":")) {
          index = choice();
          if (!sign(":")) {
            expect("]");
            if (!silent_) value = element(value, *index);
            continue;
          }
        }
        std::optional<XacroValue> end;
        if (!sign("]")) {
          end = choice();
          expect("]");
        }
        if (!silent_) value = slice(value, index, end);
      } else if (text_.substr(at_).starts_with(".") && at_ + 1 < text_.size() && in_name(text_[at_ + 1])) {
        ++at_;
        const std::string name = read_name();
        skip();
        if (at_ < text_.size() && text_[at_] == '(') {
          ++at_;
          const XacroList list = arguments(")");
          if (!silent_) value = call_xacro_method(value, name, list);
        } else if (!silent_) {
          if (!std::holds_alternative<std::shared_ptr<XacroDict>>(value.is)) fail("." + name + " needs Python");
          value = element(value, {name});
        }
      } else {
        return value;
      }
    }
  }

  XacroValue element(const XacroValue& of, const XacroValue& index) const {
    if (const auto* const table = std::get_if<std::shared_ptr<XacroDict>>(&of.is)) {
      for (const auto& [key, each] : **table) {
        if (key == text_of(index)) return each;
      }
      fail("there is no '" + text_of(index) + "' in the table");
    }
    const auto* const n = std::get_if<std::int64_t>(&index.is);
    if (!n) fail("the index '" + text_of(index) + "' is no whole number");
    const auto place = [&](std::size_t size) {
      const std::int64_t at = *n < 0 ? *n + static_cast<std::int64_t>(size) : *n;
      if (at < 0 || at >= static_cast<std::int64_t>(size)) fail("the index " + std::to_string(*n) + " is out of range");
      return static_cast<std::size_t>(at);
    };
    const auto* const list = std::get_if<std::shared_ptr<XacroList>>(&of.is);
    if (list && (*list)->kind >= XacroList::Kind::set) fail("a set, range or the like has no index");
    if (list) return (**list)[place((*list)->size())];
    if (of.is_text()) return {std::string(1, (*of.text())[place(of.text()->size())])};
    fail("'" + text_of(of) + "' has no parts");
  }

  // Of a list or a text, as far as it goes.
  XacroValue slice(const XacroValue& of, const std::optional<XacroValue>& from,
                   const std::optional<XacroValue>& to) const {
    const auto* const list = std::get_if<std::shared_ptr<XacroList>>(&of.is);
    if (!of.is_text() && (!list || (*list)->kind >= XacroList::Kind::set)) fail("'" + text_of(of) + "' has no parts");
    const auto size = static_cast<std::int64_t>(list ? (*list)->size() : of.text()->size());
    const auto place = [&](const std::optional<XacroValue>& given, std::int64_t missing) {
      if (!given) return missing;
      const auto* const n = std::get_if<std::int64_t>(&given->is);
      if (!n) fail("the index '" + text_of(*given) + "' is no whole number");
      return std::clamp<std::int64_t>(*n < 0 ? *n + size : *n, 0, size);
    };
    const std::int64_t begin = place(from, 0), end = std::max(begin, place(to, size));
    if (!list) return {of.text()->substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin))};
    auto part = std::make_shared<XacroList>((*list)->begin() + begin, (*list)->begin() + end);
    part->kind = (*list)->kind;
    return {part};
  }

  std::string read_name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && in_name(text_[at_])) ++at_;
    return std::string(text_.substr(begin, at_ - begin));
  }

  XacroList arguments(std::string_view close) {
    XacroList list;
    while (!sign(close)) {
      list.push_back(choice());
      if (word("for")) fail("'for' needs Python");
      if (sign(close)) break;
      expect(",");
    }
    return list;
  }

  XacroValue atom() {
    skip();
    if (at_ == text_.size()) fail("the expression ends too early");
    const char c = text_[at_];
    if (c == '(') {
      ++at_;
      const std::size_t begin = at_;
      XacroValue value = choice();
      if (!sign(",")) {
        expect(")");
        return value;
      }
      at_ = begin;
      auto tuple = std::make_shared<XacroList>(arguments(")"));
      tuple->kind = XacroList::Kind::tuple;
      return {tuple};
    }
    if (c == '[') {
      ++at_;
      return {std::make_shared<XacroList>(arguments("]"))};
    }
    if (c == '{') return table();
    if (c == '\'' || c == '"') return quoted(c);
    if ((c >= '0' && c <= '9') || c == '.') return number();
    if (!in_name(c)) fail(std::string("'") + c + "' is not understood");
    return named();
  }

  // Does NAME= come next?
  bool has_keyword() {
    const std::size_t before = at_;
    skip();
    const bool is_keyword = !read_name().empty() && sign("=") && !sign("=");
    at_ = before;
    return is_keyword;
  }
  XacroValue keyword_table() {  // dict(name=value, ...)
    auto result = std::make_shared<XacroDict>();
    while (!sign(")")) {
      skip();
      const std::string key = read_name();
      expect("=");
      set_entry(*result, key, choice());
      if (sign(")")) break;
      expect(",");
    }
    return {result};
  }

  XacroValue table() {
    ++at_;
    auto result = std::make_shared<XacroDict>();
    while (!sign("}")) {
      const std::string key = text_of(choice());
      expect(":");
      set_entry(*result, key, choice());
      if (sign("}")) break;
      expect(",");
    }
    return {result};
  }

  XacroValue quoted(char quote) {
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) fail("a text does not end");
    std::string text(text_.substr(at_ + 1, end - at_ - 1));
    if (text.find('\\') != std::string::npos) fail("a backslash in a text needs Python");
    at_ = end + 1;
    return {std::move(text)};
  }

  XacroValue number() {
    const std::size_t begin = at_;
    const auto digits = [&] {
      while (at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9') ++at_;
    };
    digits();
    bool whole = true;
    if (at_ < text_.size() && text_[at_] == '.') {
      whole = false;
      ++at_;
      digits();
    }
    if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
      whole = false;
      ++at_;
      if (at_ < text_.size() && (text_[at_] == '+' || text_[at_] == '-')) ++at_;
      digits();
    }
    const std::string_view word_of_it = text_.substr(begin, at_ - begin);
    std::int64_t n = 0;
    if (whole && std::from_chars(word_of_it.data(), word_of_it.data() + word_of_it.size(), n).ec == std::errc())
      return {n};
    const Number parsed = parse_number(word_of_it);
    if (parsed.fault != NumberFault::none) fail("'" + std::string(word_of_it) + "' is no number");
    return {parsed.value};
  }

  XacroValue named() {
    std::string name = read_name();
    if (name == "lambda") fail("'lambda' needs Python");
    // Names of modules that xacro itself has.
    while ((name == "math" || name == "xacro" || name == "python") && sign(".")) name = read_name();
    skip();
    if (at_ < text_.size() && text_[at_] == '(') {
      ++at_;
      if (name == "dict" && has_keyword()) return keyword_table();
      const XacroList list = arguments(")");
      if (silent_) return {};
      XacroValue result;
      if (names_.call && names_.call(name, list, result)) return result;
      if (!is_xacro_function(name)) fail(name + "() needs Python");
      return call_xacro(name, list);
    }
    XacroValue value;
    // A name within a namespace has a point in it.
    for (std::size_t end = at_; !silent_ && end < text_.size() && text_[end] == '.';) {
      std::size_t next = end + 1;
      while (next < text_.size() && in_name(text_[next])) ++next;
      if (next == end + 1) break;
      const std::string longer = name + std::string(text_.substr(at_, next - at_));
      if (names_.find(longer, value)) {
        at_ = next;
        return value;
      }
      end = next;
    }
    if (silent_ || names_.find(name, value) || xacro_constant(name, value)) return value;
    fail("there is no property '" + name + "'");
  }

  std::string_view text_;
  const XacroNames& names_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool silent_ = false;
};

}  // namespace

XacroValue evaluate_xacro(std::string_view expression, const XacroNames& names) {
  if (expression.size() > longest) throw Error("the expression is longer than a megabyte");
  return Evaluator(expression, names).run();
}

}  // namespace graze

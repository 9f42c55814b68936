#include "robot/xacro.h"

#include <algorithm>
#include <cstdlib>
#include <deque>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

#include "graze/error.h"
#include "robot/include.h"
#include "robot/packages.h"
#include "robot/xacro_expression.h"
#include "robot/xacro_params.h"
#include "robot/yaml.h"

namespace graze {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_elements = 1'000'000, longest_text = 1 << 20, most_text = 1 << 28;
constexpr int deepest_macro = 250;

bool has_expression(const std::string& text) {
  return text.find("${") != std::string::npos || text.find("$(") != std::string::npos;
}

bool needs_expanding(const XmlElement& element, bool values) {
  if (element.name.starts_with("xacro:")) return true;
  if (values) {
    for (const auto& attribute : element.attributes) {
      if (has_expression(attribute.second)) return true;
    }
  }
  // What other tools say is theirs.
  return std::any_of(element.children.begin(), element.children.end(), [&](const XmlElement& child) {
    return needs_expanding(child, values || child.name == "link" || child.name == "joint" || child.name == "model" ||
                                      child.name == "disable_collisions" || child.name == "enable_collisions" ||
                                      child.name == "disable_default_collisions");
  });
}

struct Scope;

// What a name stands for: a text that is evaluated when it is first asked for, a value, or elements.
struct Symbol {
  std::optional<XacroValue> value;
  std::string text;
  const XmlElement* at = nullptr;
  bool resolving = false;
  std::shared_ptr<const std::vector<XmlElement>> block;
  bool expanded = false;  // the block is
};

struct Macro {
  const XmlElement* at = nullptr;
  std::vector<XacroParam> params;
};

// What is defined in a macro is known in it, and in what it calls.
struct Scope {
  Scope* parent = nullptr;
  std::map<std::string, Symbol> symbols, blocks;
  std::map<std::string, Macro> macros;
  std::map<std::string, Scope*> spaces;  // of files that are included with a namespace
  bool is_space = false;
};

class Expander {
 public:
  Expander(const XmlFile& file, const ReadRobotSettings& settings) : file_(file), settings_(settings) {
    paths_ = file.paths();
    for (const auto& [name, value] : settings.arguments) arguments_[name] = value;
  }

  XmlFile run() {
    XmlElement root = shell(file_.root(), global_);
    expand(file_.root().children, global_, root, 0);
    return {std::move(paths_), std::move(root)};
  }

 private:
  [[noreturn]] void fail(const XmlElement& at, const std::string& why) const {
    throw Error(paths_[at.source] + ":" + std::to_string(at.line) + ": " + why);
  }
  [[noreturn]] void fail_expression(const XmlElement& at, const std::string& text, const std::string& why) const {
    fail(at, "in " + text.substr(0, 80) + ": " + why +
                 "; graze expands the documented part of xacro: for more run xacro " + paths_[0] +
                 " > robot.urdf and give that file");
  }

  // --- texts ---

  // The end of what opens at `at`, one past its closing sign; quotes are kept whole.
  static std::size_t end_of(const std::string& text, std::size_t at, char open, char close) {
    int level = 0;
    char quote = 0;
    for (std::size_t i = at; i < text.size(); ++i) {
      const char c = text[i];
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '\'' || c == '"') {
        quote = c;
      } else if (c == open) {
        ++level;
      } else if (c == close && --level == 0) {
        return i + 1;
      }
    }
    // A quote that does not end: the first closing sign.
    const std::size_t plain = text.find(close, at);
    return plain == std::string::npos ? plain : plain + 1;
  }

  XacroValue evaluate(const std::string& text, Scope& scope, const XmlElement& at) {
    if (!has_expression(text)) return {text};
    std::string joined;
    std::optional<XacroValue> only;
    std::size_t pieces = 0;
    const auto add = [&](XacroValue value) {
      if (++pieces == 1) {
        only = std::move(value);
        return;
      }
      if (only) joined = text_of(*only);
      only.reset();
      joined += text_of(value);
      if (joined.size() > longest_text) fail(at, "a text is longer than a megabyte");
    };
    std::size_t plain = 0;
    for (std::size_t i = 0; i < text.size();) {
      const bool escaped = text.compare(i, 3, "$${") == 0 || text.compare(i, 3, "$$(") == 0;
      const bool expression = text.compare(i, 2, "${") == 0, extension = text.compare(i, 2, "$(") == 0;
      if (!escaped && !expression && !extension) {
        ++i;
        continue;
      }
      if (i > plain) add({text.substr(plain, i - plain)});
      if (escaped) {
        plain = i + 1;  // one of the two signs
        i += 3;
        continue;
      }
      const std::size_t end = end_of(text, i + 1, expression ? '{' : '(', expression ? '}' : ')');
      if (end == std::string::npos) fail(at, "'" + text.substr(i, 40) + "' does not end");
      const std::string whole = text.substr(i, end - i), inner = text.substr(i + 2, end - i - 3);
      if (++evaluations_ > most_elements * 10) fail(at, "the expansion takes too many steps");
      try {
        // What stands in an expression in ${} or $() is put in its text first.
        const std::string text_of_it = evaluate_text(inner, scope, at);
        add(expression ? evaluate_xacro(text_of_it, names_in(scope)) : extend(text_of_it));
      } catch (const Error& error) {
        const std::string why = error.what();
        // What a property says may have failed elsewhere: that place is told.
        if (why.find("xacro " + paths_[0]) != std::string::npos || why.starts_with(paths_[at.source] + ":")) throw;
        fail_expression(at, whole, why);
      }
      i = plain = end;
    }
    if (plain < text.size()) add({text.substr(plain)});
    if (only) return *only;
    total_text_ += joined.size();
    if (total_text_ > most_text) fail(at, "the expansion makes too much text");
    return {joined};
  }

  std::string evaluate_text(const std::string& text, Scope& scope, const XmlElement& at) {
    return text_of(evaluate(text, scope, at));
  }

  XacroNames names_in(Scope& scope) {
    return {[this, &scope](const std::string& name, XacroValue& value) { return find(name, scope, value); },
            [this](const std::string& name, const XacroList& arguments, XacroValue& value) {
              return call_outside(name, arguments, value);
            }};
  }

  // The functions of the namespace xacro.
  bool call_outside(const std::string& name, const XacroList& arguments, XacroValue& value) {
    const auto text = [&] {
      if (arguments.size() != 1) throw Error(name + "() takes one argument");
      return text_of(arguments[0]);
    };
    if (name == "load_yaml") {
      const std::string path = text(), found = find_resource(path, now_in(), settings_.package_paths);
      if (found.empty()) throw Error("there is no file " + path);
      value = read_yaml(found);
    } else if (name == "arg") {
      value = {argument(text())};
    } else if (name == "abs_filename") {
      value = {(fs::path(now_in()).parent_path() / text()).string()};
    } else if (name == "dotify" && arguments.size() == 1) {
      value = arguments[0];
    } else if (name == "message" || name == "warning" || name == "error" || name == "print_location") {
      value = {std::string()};
    } else if (name == "fatal") {
      std::string all;
      for (const XacroValue& each : arguments) all += (all.empty() ? "" : " ") + text_of(each);
      throw Error(all);
    } else {
      return false;
    }
    return true;
  }

  // The file that is expanded: paths are relative to it, also in macros of other files.
  const std::string& now_in() const { return paths_[now_in_]; }

  const std::string& argument(const std::string& name) const {
    const auto found = arguments_.find(name);
    if (found != arguments_.end()) return found->second;
    throw Error("argument '" + name + "' has no value: give it as --arg " + name + ":=VALUE");
  }

  // What an argument stands for in $(eval): a number or a truth, where it reads as one.
  static XacroValue converted(const std::string& text) {
    std::string low = text;
    for (char& c : low) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    if (low == "true" || low == "false") return {low == "true"};
    XacroValue value = literal_of(text);
    const bool is_float = std::holds_alternative<double>(value.is);
    // Without a point it is a whole number or a text.
    if ((is_float && text.find('.') == std::string::npos) || text.starts_with('\'')) return {text};
    const bool has_point = text.find('.') != std::string::npos;
    if (has_point && std::holds_alternative<std::int64_t>(value.is)) return {double(std::get<std::int64_t>(value.is))};
    return value;
  }

  // Names in $(eval) are those of arguments, not of properties.
  XacroNames names_of_arguments() {
    return {[this](const std::string& name, XacroValue& value) {
              const auto found = arguments_.find(name);
              if (found != arguments_.end()) value = converted(found->second);
              return found != arguments_.end();
            },
            [this](const std::string& name, const XacroList& arguments, XacroValue& value) {
              std::string rest;
              for (const XacroValue& each : arguments) rest += " " + text_of(each);
              if (name == "arg" && arguments.size() == 1) {
                value = converted(argument(rest.substr(1)));
              } else if (name == "find" || name == "env" || name == "optenv" || (name == "dirname" && rest.empty())) {
                value = extend(name + rest);
              } else {
                return false;
              }
              return true;
            }};
  }

  // "space.rest": the scope of the namespace; null: there is none.
  static Scope* space_of(const std::string& name, Scope& from) {
    const std::size_t point = name.find('.');
    for (Scope* scope = &from; scope && point != std::string::npos; scope = scope->parent) {
      const auto found = scope->spaces.find(name.substr(0, point));
      if (found != scope->spaces.end()) return found->second;
    }
    return nullptr;
  }

  bool find(const std::string& name, Scope& from, XacroValue& value) {
    if (Scope* const space = space_of(name, from)) return find(name.substr(name.find('.') + 1), *space, value);
    for (Scope* scope = &from; scope; scope = scope->parent) {
      const auto found = scope->symbols.find(name);
      if (found == scope->symbols.end()) continue;
      Symbol& symbol = found->second;
      if (!symbol.value) {
        if (symbol.resolving) throw Error("property '" + name + "' is defined by itself");
        symbol.resolving = true;
        const XacroValue made = evaluate(symbol.text, *scope, *symbol.at);
        symbol.value = made.is_text() ? literal_of(*made.text()) : made;
        symbol.resolving = false;
      }
      value = *symbol.value;
      return true;
    }
    return false;
  }

  XacroValue extend(const std::string& text) {
    const std::size_t blank = text.find_first_of(" \t"), rest = text.find_first_not_of(" \t", blank);
    const std::string verb = text.substr(0, blank);
    std::string argument = rest == std::string::npos ? "" : text.substr(rest);
    while (!argument.empty() && (argument.back() == ' ' || argument.back() == '\t')) argument.pop_back();
    if (verb == "arg") return {this->argument(argument)};
    if (verb == "find") {
      const std::string folder = find_package(argument, now_in(), settings_.package_paths);
      return {folder.empty() ? "package://" + argument : folder};
    }
    if (verb == "env" || verb == "optenv") {
      const std::size_t end = argument.find(' ');
      const std::string name = verb == "env" ? argument : argument.substr(0, end);
      if (const char* const value = std::getenv(name.c_str())) return {std::string(value)};
      if (verb == "env") throw Error("there is no variable " + name + " in the environment");
      return {end == std::string::npos ? std::string() : argument.substr(end + 1)};
    }
    if (verb == "dirname") return {fs::absolute(now_in()).parent_path().string()};
    if (verb == "cwd") return {fs::current_path().string()};
    if (verb == "eval") return evaluate_xacro(argument, names_of_arguments());
    throw Error("there is no $(" + verb + ")");
  }

  bool condition(const XmlElement& element, Scope& scope) {
    const std::string* const given = element.find("value");
    if (!given) fail(element, "<" + element.name + "> has no attribute value");
    XacroValue value = evaluate(*given, scope, element);
    if (value.is_text()) value = literal_of(*value.text());
    if (value.is_text()) {
      fail(element, "<" + element.name + ">: '" + *value.text() + "' is neither true nor false");
    }
    return truth_of(value);
  }

  // --- elements ---

  // The element without its children, with its values.
  XmlElement shell(const XmlElement& element, Scope& scope) {
    if (++count_ > most_elements) fail(element, "the expansion makes more than a million elements");
    XmlElement result;
    result.name = element.name;
    result.line = element.line;
    result.source = element.source;
    result.close = element.close;
    for (const auto& [name, value] : element.attributes) {
      result.attributes.emplace_back(name, evaluate_text(value, scope, element));
    }
    if (!element.content.empty()) result.content = evaluate_text(element.content, scope, element);
    return result;
  }

  void expand(const std::vector<XmlElement>& children, Scope& scope, XmlElement& into, int depth) {
    for (const XmlElement& child : children) {
      if (depth > deepest_macro)
        fail(child, "macros and elements are nested more than " + std::to_string(deepest_macro) + " deep");
      if (child.name.starts_with("xacro:")) {
        command(child, scope, into, depth);
      } else {
        XmlElement made = shell(child, scope);
        expand(child.children, scope, made, depth + 1);
        into.children.push_back(std::move(made));
      }
    }
  }

  const std::string& needed(const XmlElement& element, const char* attribute) const {
    const std::string* const value = element.find(attribute);
    if (!value) fail(element, "<" + element.name + "> has no attribute " + attribute);
    return *value;
  }

  void command(const XmlElement& element, Scope& scope, XmlElement& into, int depth) {
    const std::string verb = element.name.substr(6);
    if (verb == "property") {
      define(element, scope);
    } else if (verb == "macro") {
      const std::string name = evaluate_text(needed(element, "name"), scope, element);
      const std::string* const params = element.find("params");
      Macro macro{&element, {}};
      try {
        macro.params = read_xacro_params(params ? *params : "");
      } catch (const Error& error) {
        fail(element, std::string("<xacro:macro>: ") + error.what());
      }
      scope.macros[name.starts_with("xacro:") ? name.substr(6) : name] = std::move(macro);
    } else if (verb == "arg") {
      const std::string name = evaluate_text(needed(element, "name"), scope, element);
      const std::string* const standard = element.find("default");
      if (standard && !arguments_.contains(name)) arguments_[name] = evaluate_text(*standard, scope, element);
    } else if (verb == "if" || verb == "unless") {
      if (condition(element, scope) == (verb == "if")) expand(element.children, scope, into, depth + 1);
    } else if (verb == "include") {
      include(element, scope, into, depth);
    } else if (verb == "insert_block") {
      insert(element, scope, into, depth);
    } else if (verb == "element") {
      XmlElement made = shell(element, scope);
      made.name.clear();
      for (const auto& [name, value] : made.attributes) {
        if (name == "xacro:name") made.name = value;
      }
      if (made.name.empty()) fail(element, "<xacro:element> has no attribute xacro:name");
      std::erase_if(made.attributes, [](const auto& attribute) { return attribute.first == "xacro:name"; });
      expand(element.children, scope, made, depth + 1);
      into.children.push_back(std::move(made));
    } else if (verb == "attribute") {
      const std::string name = evaluate_text(needed(element, "name"), scope, element);
      const std::string value = evaluate_text(needed(element, "value"), scope, element);
      std::erase_if(into.attributes, [&](const auto& attribute) { return attribute.first == name; });
      into.attributes.emplace_back(name, value);
    } else if (verb == "call") {
      call(element, evaluate_text(needed(element, "macro"), scope, element), scope, into, depth);
    } else {
      call(element, verb, scope, into, depth);
    }
  }

  void define(const XmlElement& element, Scope& scope) {
    const std::string name = evaluate_text(needed(element, "name"), scope, element);
    const std::string *value = element.find("value"), *standard = element.find("default");
    const std::string *where = element.find("scope"), *lazy = element.find("lazy_eval"),
                      *removed = element.find("remove");
    if (removed && truth_of(literal_of(*removed))) {
      scope.symbols.erase(name);
      scope.blocks.erase(name);
      return;
    }
    Scope* target = &scope;
    if (where && *where == "global") {
      target = &global_;
    } else if (where && *where == "parent") {
      if (scope.parent) target = scope.parent;
      while (!scope.is_space && target->is_space) target = target->parent;
    } else if (where && *where != "local") {
      fail(element, "<xacro:property>: there is no scope '" + *where + "'");
    }
    XacroValue known;
    if (standard && !value) {
      if (find(name, scope, known)) return;
      value = standard;
    }
    Symbol symbol;
    symbol.at = &element;
    if (!value) {
      // Elements, which are expanded where they are inserted.
      symbol.block = std::make_shared<const std::vector<XmlElement>>(element.children);
      target->blocks[name] = std::move(symbol);
      return;
    }
    // A literal stands for itself; the text of another is evaluated when it is first asked for.
    symbol.text = *value;
    const XacroValue literal = literal_of(*value);
    if (literal.is_text()) {
      symbol.text = *literal.text();
    } else {
      symbol.value = literal;
    }
    const bool now = (where && *where != "local") || (lazy && !truth_of(literal_of(*lazy)));
    if (now) {
      const XacroValue made = evaluate(*value, scope, element);
      symbol.value = made.is_text() ? literal_of(*made.text()) : made;
    }
    target->symbols[name] = std::move(symbol);
  }

  void include(const XmlElement& element, Scope& scope, XmlElement& into, int depth) {
    const std::string name = evaluate_text(needed(element, "filename"), scope, element);
    const std::string* const optional = element.find("optional");
    const std::string found = find_resource(name, now_in(), settings_.package_paths);
    if (found.empty()) {
      if (name.find_first_of("*?[") != std::string::npos) fail(element, "a pattern of several files is not expanded");
      if (optional && truth_of(literal_of(*optional))) return;
      fail(element, "there is no file " + name +
                        (name.starts_with("package://") ? " to include: say where packages are" : " to include"));
    }
    if (paths_.size() > most_included) fail(element, "more than " + std::to_string(most_included) + " files");
    const std::size_t before = now_in_;
    paths_.push_back(found);
    now_in_ = paths_.size() - 1;
    sources_.push_back(read_source(found, static_cast<std::uint32_t>(paths_.size() - 1)));
    const std::string* const space = element.find("ns");
    if (space) {
      Scope& inner = spaces_.emplace_back();
      inner.parent = &scope;
      inner.is_space = true;
      scope.spaces[evaluate_text(*space, scope, element)] = &inner;
      expand(sources_.back().children, inner, into, depth + 1);
    } else {
      expand(sources_.back().children, scope, into, depth + 1);
    }
    now_in_ = before;
  }

  void insert(const XmlElement& element, Scope& scope, XmlElement& into, int depth) {
    const std::string name = evaluate_text(needed(element, "name"), scope, element);
    for (Scope* at = &scope; at; at = at->parent) {
      const auto found = at->blocks.find(name);
      if (found == at->blocks.end()) continue;
      const auto block = found->second.block;  // kept, whatever is defined meanwhile
      if (found->second.expanded) {
        count_ += block->size();
        if (count_ > most_elements) fail(element, "the expansion makes more than a million elements");
        into.children.insert(into.children.end(), block->begin(), block->end());
      } else {
        expand(*block, scope, into, depth + 1);
      }
      return;
    }
    fail(element, "there is no block '" + name + "'");
  }

  // `from` becomes the scope of the namespace that the name begins with.
  static const Macro* find_macro(const std::string& name, Scope*& from) {
    for (Scope* scope = from; scope; scope = scope->parent) {
      const auto found = scope->macros.find(name);
      if (found != scope->macros.end()) return &found->second;
    }
    Scope* space = space_of(name, *from);
    if (!space) return nullptr;
    from = space;
    return find_macro(name.substr(name.find('.') + 1), from);
  }

  void call(const XmlElement& element, const std::string& name, Scope& caller, XmlElement& into, int depth) {
    Scope* from = &caller;
    const Macro* const found = find_macro(name, from);
    if (!found) fail(element, "there is no macro '" + name + "'");
    Scope& scope = *from;
    const Macro macro = *found;
    if (depth > deepest_macro)
      fail(element, "macros call each other more than " + std::to_string(deepest_macro) + " deep");
    Scope inner;
    inner.parent = &scope;
    const auto param = [&](const std::string& wanted) {
      return std::find_if(macro.params.begin(), macro.params.end(),
                          [&](const XacroParam& each) { return each.stars == 0 && each.name == wanted; });
    };
    for (const auto& [key, text] : element.attributes) {
      if (key.starts_with("xmlns") || (key == "macro" && element.name == "xacro:call")) continue;
      if (param(key) == macro.params.end()) fail(element, "macro '" + name + "' has no parameter '" + key + "'");
      set(inner, key, evaluate(text, scope, element), element);
    }
    // Blocks are expanded where the macro is called, and handed over in order.
    XmlElement blocks;
    expand(element.children, scope, blocks, depth + 1);
    std::size_t next = 0;
    for (const XacroParam& each : macro.params) {
      if (each.stars > 0) {
        if (next == blocks.children.size()) fail(element, "macro '" + name + "' needs a block for " + each.name);
        XmlElement& block = blocks.children[next++];
        Symbol symbol;
        symbol.expanded = true;
        symbol.at = &element;
        symbol.block = std::make_shared<const std::vector<XmlElement>>(
            each.stars == 2 ? std::move(block.children) : std::vector<XmlElement>{std::move(block)});
        inner.blocks[each.name] = std::move(symbol);
      } else if (!inner.symbols.contains(each.name)) {
        XacroValue value;
        if (each.forwarded && find(each.name, scope, value)) {
          set(inner, each.name, value, element);
        } else if (each.standard) {
          set(inner, each.name, evaluate(*each.standard, scope, *macro.at), element);
        } else {
          fail(element, "macro '" + name + "' needs the parameter '" + each.name + "'");
        }
      }
    }
    if (next < blocks.children.size()) {
      fail(element, "macro '" + name + "' takes " + std::to_string(next) + " blocks, not " +
                        std::to_string(blocks.children.size()));
    }
    expand(macro.at->children, inner, into, depth + 1);
  }

  static void set(Scope& scope, const std::string& name, const XacroValue& value, const XmlElement& at) {
    Symbol symbol;
    symbol.at = &at;
    symbol.value = value.is_text() ? literal_of(*value.text()) : value;
    scope.symbols[name] = std::move(symbol);
  }

  const XmlFile& file_;
  const ReadRobotSettings& settings_;
  std::vector<std::string> paths_;
  std::size_t now_in_ = 0;          // of paths_
  std::deque<XmlElement> sources_;  // files that are included: macros and blocks are in them
  std::deque<Scope> spaces_;
  Scope global_;
  std::map<std::string, std::string> arguments_;
  std::size_t count_ = 0, evaluations_ = 0, total_text_ = 0;
};

}  // namespace

bool is_xacro(const XmlFile& file) { return needs_expanding(file.root(), false); }

XmlFile expand_xacro(const XmlFile& file, const ReadRobotSettings& settings) { return Expander(file, settings).run(); }

}  // namespace graze

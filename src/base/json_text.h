// JSON written so that it reads back as the same values.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>

#include "graze/answer.h"
#include "graze/math.h"

namespace graze {

// The shortest decimal that reads back as the same double; minus zero as -0.0, which readers do not take for the
// integer 0; null for what JSON has no number for.
GRAZE_API void append_number(std::string& text, double value);
void append_point(std::string& text, Vec3 point);  // [x,y,z], or null where it is unknown
const char* json(Answer answer) noexcept;          // true, false, or null where it is unknown
// In quotes, with ", \ and control characters escaped; the other bytes are kept.
GRAZE_API void append_string(std::string& text, std::string_view value);

// Writes at the end of a text. Commas come by themselves: what stands at the end of the text tells whether one is due,
// so that writers of parts need to know nothing of each other.
//
//   JsonWriter out(text);
//   out.object([&] { out.field("depth", 0.5).key("points").list(points, [&](Vec3 p) { out.value(p); }); });
class JsonWriter {
 public:
  explicit JsonWriter(std::string& text) noexcept : text_(text) {}

  JsonWriter& key(std::string_view name) {
    begin();
    append_string(text_, name);
    text_ += ':';
    return *this;
  }

  JsonWriter& value(double number) {
    begin();
    append_number(text_, number);
    return *this;
  }
  template <std::integral Number>
  JsonWriter& value(Number number) {
    begin();
    if constexpr (std::same_as<Number, bool>) {
      text_ += number ? "true" : "false";
    } else {
      text_ += std::to_string(number);
    }
    return *this;
  }
  JsonWriter& value(std::string_view string) {
    begin();
    append_string(text_, string);
    return *this;
  }
  JsonWriter& value(const char* string) { return value(std::string_view(string)); }
  JsonWriter& value(Vec3 point) {
    begin();
    append_point(text_, point);
    return *this;
  }
  // {"matrix":[...]}, by rows, whose doubles the reader of the protocol takes as they are.
  JsonWriter& value(const Pose& pose) {
    return object([&] {
      key("matrix").array([&] {
        for (int row = 0; row < 3; ++row)
          array([&] {
            for (int column = 0; column < 3; ++column) value(pose.linear.at(row, column));
            value(pose.translation[row]);
          });
        raw("[0,0,0,1]");
      });
    });
  }
  JsonWriter& value(Answer answer) { return raw(json(answer)); }
  JsonWriter& value(std::nullptr_t) { return raw("null"); }
  JsonWriter& raw(std::string_view json_text) {  // as it is
    begin();
    text_ += json_text;
    return *this;
  }
  // Null where there is none, which is told by zeros.
  JsonWriter& direction(Vec3 vector) { return vector == Vec3{} ? value(nullptr) : value(vector); }
  JsonWriter& pair(double first, double second) {
    return array([&] { value(first).value(second); });
  }

  template <class Value>
  JsonWriter& field(std::string_view name, const Value& of_it) {
    return key(name).value(of_it);
  }

  // What write() writes, in braces or brackets.
  template <class Write>
  JsonWriter& object(const Write& write) {
    return enclosed('{', '}', write);
  }
  template <class Write>
  JsonWriter& array(const Write& write) {
    return enclosed('[', ']', write);
  }
  // What comes next stands on a new line.
  JsonWriter& line() {
    begin();
    text_ += '\n';
    return *this;
  }
  // An array of what write(item) writes for each.
  template <class Items, class Write>
  JsonWriter& list(const Items& items, const Write& write) {
    return array([&] {
      for (const auto& item : items) write(item);
    });
  }
  // The same with a line for each, if there are any.
  template <class Items, class Write>
  JsonWriter& lines(const Items& items, const Write& write) {
    return array([&] {
      for (const auto& item : items) {
        line();
        write(item);
      }
      if (text_.back() != '[') text_ += '\n';
    });
  }

 private:
  void begin() {
    if (text_.empty()) return;
    const char last = text_.back();
    if (last != '{' && last != '[' && last != ':' && last != ',' && last != '\n') text_ += ',';
  }
  template <class Write>
  JsonWriter& enclosed(char open, char close, const Write& write) {
    begin();
    text_ += open;
    write();
    text_ += close;
    return *this;
  }

  std::string& text_;
};

}  // namespace graze

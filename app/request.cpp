#include "app/request.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "app/fields.h"
#include "base/json_text.h"
#include "io/text_file.h"

namespace graze::app {

namespace {

constexpr std::size_t deepest = 64;

std::string byte_name(char c) {
  if (c >= 0x20 && c < 0x7f) return in_quotes({&c, 1});
  constexpr const char* hex = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  return std::string("byte 0x") + hex[byte >> 4] + hex[byte & 15];
}

// Builds the document from the parser's events and keeps the text of the member "id". A fault that is not one of
// syntax is remembered and reading goes on, so that the answer can carry the id.
class Builder : public nlohmann::json_sax<Json> {
 public:
  explicit Builder(std::string_view line) : line_(line) {}

  bool null() override { return value(nullptr, "null"); }
  bool boolean(bool v) override { return value(v, v ? "true" : "false"); }
  // The parser tells integers that are not negative by number_unsigned, so that 0 here was written as -0.
  bool number_integer(std::int64_t v) override { return v == 0 ? value(-0.0, "-0") : value(v, std::to_string(v)); }
  bool number_unsigned(std::uint64_t v) override { return value(v, std::to_string(v)); }
  bool number_float(double v, const std::string& text) override { return value(v, text); }
  bool string(std::string& v) override {
    std::string text;
    if (in_id()) append_string(text, v);
    return value(std::move(v), text);
  }
  bool binary(Json::binary_t&) override { return false; }

  bool start_object(std::size_t) override { return open(Json::object(), "{"); }
  bool end_object() override {
    if (stack_.size() == 1) id_settled_ = true;
    return close("}");
  }
  bool start_array(std::size_t) override { return open(Json::array(), "["); }
  bool end_array() override { return close("]"); }

  bool key(std::string& name) override {
    if (in_id()) {
      std::string text;
      append_string(text, name);
      append_id(text + ":");
    }
    if (stack_.size() == 1 && !id_.empty()) id_settled_ = true;
    Json* object = stack_.back();
    if (object == nullptr) return true;
    const auto [member, fresh] = object->get_ref<Json::object_t&>().try_emplace(name);
    if (!fresh && error_.empty()) error_ = "field " + in_quotes(name) + " is given twice";
    slot_ = &member->second;
    if (stack_.size() == 1) id_next_ = fresh && name == "id";
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token, const Json::exception& exception) override {
    if (exception.id == 406) {
      error_ = "number " + in_quotes(token) + " is beyond the doubles";
    } else {
      const bool at_end = position > line_.size();
      error_ = "bad JSON at byte " + std::to_string(position) + ": " +
               (at_end ? "the line ends too early" : "unexpected " + byte_name(line_[position - 1]));
      if (!id_settled_) id_.clear();
    }
    return false;
  }

  Request take() {
    Request request;
    if (!id_.empty()) request.id = std::move(id_);
    request.body = std::move(root_);
    request.error = std::move(error_);
    return request;
  }

 private:
  bool in_id() const { return id_next_ || id_depth_ != 0; }

  // Separators follow from what stands before.
  void append_id(std::string_view text) {
    if (!id_.empty() && id_.back() != '[' && id_.back() != '{' && id_.back() != ':') id_ += ',';
    id_ += text;
  }

  // Where the next value goes; nullptr below the deepest level, where nothing is kept.
  Json* place() {
    if (stack_.empty()) return &root_;
    Json* parent = stack_.back();
    if (parent == nullptr) return nullptr;
    if (parent->is_object()) return slot_;
    return &parent->get_ref<Json::array_t&>().emplace_back();
  }

  template <class Value>
  bool value(Value&& v, std::string_view text) {
    if (in_id()) {
      append_id(text);
      id_next_ = false;
    }
    if (Json* where = place()) *where = std::forward<Value>(v);
    return true;
  }

  bool open(Json&& empty, std::string_view bracket) {
    if (in_id()) {
      append_id(bracket);
      id_next_ = false;
      ++id_depth_;
    }
    Json* where = place();
    if (stack_.size() >= deepest) {
      if (error_.empty()) error_ = "nested deeper than " + std::to_string(deepest) + " levels";
      where = nullptr;
    }
    if (where != nullptr) *where = std::move(empty);
    stack_.push_back(where);
    return true;
  }

  bool close(std::string_view bracket) {
    if (id_depth_ != 0) {
      id_ += bracket;
      --id_depth_;
    }
    stack_.pop_back();
    return true;
  }

  std::string_view line_;
  Json root_;
  std::vector<Json*> stack_;
  Json* slot_ = nullptr;
  std::string id_, error_;
  bool id_next_ = false;
  bool id_settled_ = false;  // another field, or the end of the object, has followed it
  std::size_t id_depth_ = 0;
};

}  // namespace

Request parse_request(std::string_view line) {
  Builder builder(line);
  Json::sax_parse(line, &builder);
  Request request = builder.take();
  if (request.error.empty() && !request.body.is_object()) {
    request.error = "a request must be an object, not " + type_in_words(request.body);
  }
  return request;
}

}  // namespace graze::app

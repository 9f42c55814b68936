# Run as a script (-P): writes OUTPUT, a source that holds the text of INPUT as graze::NAME (report/web_text.h). Without
# an INPUT the text is empty.
set(text "")
if(INPUT)
  file(READ "${INPUT}" text)
endif()
string(FIND "${text}" ")graze_text\"" position)
if(NOT position EQUAL -1)
  message(FATAL_ERROR "${INPUT}: holds the delimiter of its literal")
endif()
file(WRITE "${OUTPUT}" "#include \"report/web_text.h\"
namespace graze {
static const char text[] = R\"graze_text(${text})graze_text\";
const std::string_view ${NAME}{text, sizeof text - 1};
}
")

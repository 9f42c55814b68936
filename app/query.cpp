// `graze query`: JSON Lines in, JSON Lines out (docs/protocol.md).
#include <iostream>
#include <streambuf>
#include <string>

#include "app/commands.h"
#include "app/output.h"
#include "app/session.h"

namespace graze::app {

namespace {

constexpr std::size_t longest_line = std::size_t{256} << 20;

enum class Read { line, too_long, end };

// The next line, without its end; at most longest_line bytes of it are held.
Read read_line(std::streambuf& input, std::string& line) {
  constexpr int end = std::char_traits<char>::eof();
  line.clear();
  bool too_long = false;
  int c = input.sbumpc();
  if (c == end) return Read::end;
  for (; c != end && c != '\n'; c = input.sbumpc()) {
    if (line.size() == longest_line) {
      too_long = true;
    } else {
      line.push_back(static_cast<char>(c));
    }
  }
  return too_long ? Read::too_long : Read::line;
}

bool blank(const std::string& line) { return line.find_first_not_of(" \t\r") == std::string::npos; }

int run_query() {
  // Without this, the buffer of std::cin hands out single bytes.
  std::ios::sync_with_stdio(false);
  std::streambuf& input = *std::cin.rdbuf();
  Session session;
  std::string line;
  bool failed = false;
  for (Read read = read_line(input, line); read != Read::end; read = read_line(input, line)) {
    if (read == Read::line && blank(line)) continue;
    const SessionAnswer answer =
        read == Read::line ? session.answer(line)
                           : SessionAnswer{error_line("null", "the line is longer than 268435456 bytes"), true};
    failed = failed || answer.failed;
    print(answer.line);
    print("\n");
    flush();
    if (line.capacity() > std::size_t{1} << 20) line = {};
  }
  return failed ? exit_bad_input : exit_clean;
}

}  // namespace

void add_query(CommandLine& line, int& exit_code) {
  Command command = line.add_command("query", "Answer queries, one JSON object per line, from stdin to stdout");
  command.add_flag("--json", "As always: the answers are JSON");
  command.on_run([&exit_code] { exit_code = run_query(); });
}

}  // namespace graze::app

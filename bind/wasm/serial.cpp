// The parallel loops of modules, which have one thread: the linker takes these in place of base/executor.cpp and the
// teams of threads that it would bring along.
#include "base/executor.h"

namespace graze {

void parallel_for(std::size_t count, std::size_t, int, FunctionRef<void(std::size_t begin, std::size_t end)> body) {
  if (count > 0) body(0, count);
}
void with_threads(int, const std::function<void()>& body) { body(); }
void fork(bool, const std::function<void()>& left, const std::function<void()>& right) {
  left();
  right();
}

}  // namespace graze

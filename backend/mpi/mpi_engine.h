// Units of work shared by the ranks of an MPI program: rank 0 hands them out and works, too.
#pragma once

#include <memory>

#include "graze/store.h"

namespace graze {

// MPI must have been started with MPI_THREAD_FUNNELED or more; calls come from the main thread, units run in `threads`
// others. A rank that has said nothing for half a minute is given up: its units go to others, since doing one twice
// does no harm; `lost_a_rank` tells that MPI cannot end in order then.
class MpiEngine : public UnitEngine {
 public:
  virtual bool lost_a_rank() const = 0;
};
std::unique_ptr<MpiEngine> make_mpi_engine(int threads);

}  // namespace graze

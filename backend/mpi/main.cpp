// graze-mpi: the graze command as an MPI program. `mpirun -n 4 graze-mpi check STORE` checks a part store by all ranks;
// everything else is done by rank 0 alone.
#include <mpi.h>

#include <cstdlib>
#include <string>

#include "app/check_store.h"
#include "app/commands.h"
#include "backend/mpi/mpi_engine.h"

namespace {

// Threads of each rank: ranks are one a core, unless it is said.
int threads_asked(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--threads" && i + 1 < argc) return std::atoi(argv[i + 1]);
    if (word.starts_with("--threads=")) return std::atoi(word.c_str() + 10);
  }
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  int provided = 0, rank = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const bool shared = argc > 1 && std::string(argv[1]) == "check";
  int code = 0;
  bool lost = false;
  if (shared || rank == 0) {
    const auto engine = graze::make_mpi_engine(threads_asked(argc, argv));
    if (shared) graze::app::hand_in(engine.get());
    code = graze::app::run_command(argc, argv);
    lost = engine->lost_a_rank();
    // A rank that failed leaves the others waiting for it.
    lost = lost || code == graze::app::exit_bad_input;
  }
  if (lost) MPI_Abort(MPI_COMM_WORLD, code);
  MPI_Finalize();
  return code;
}

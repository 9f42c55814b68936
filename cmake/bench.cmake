# graze_bench: every workload against the peers, in one process.

find_package(fcl REQUIRED)
find_package(embree 3 REQUIRED)
find_package(CGAL REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(bullet REQUIRED IMPORTED_TARGET bullet)
pkg_check_modules(ode REQUIRED IMPORTED_TARGET ode)
pkg_check_modules(ccd REQUIRED IMPORTED_TARGET ccd)
find_package(nlohmann_json REQUIRED)
find_package(fmt REQUIRED)

graze_sources(sources bench)
if(sources)
  add_executable(graze_bench ${sources})
  graze_configure_internal(graze_bench)
  target_include_directories(graze_bench PRIVATE ${PROJECT_SOURCE_DIR}/bench)
  target_link_libraries(graze_bench PRIVATE graze_measure ${GRAZE_LIBRARIES} fcl embree CGAL::CGAL PkgConfig::bullet PkgConfig::ode PkgConfig::ccd
    nlohmann_json::nlohmann_json fmt::fmt)
endif()

# The installed library: find_package(graze CONFIG [COMPONENTS io]), and graze.pc and graze-io.pc for pkg-config.
# Both find themselves by their own place, so that the installed folder can be moved.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)
set(config_folder ${CMAKE_INSTALL_LIBDIR}/cmake/graze)

install(TARGETS graze EXPORT grazeTargets FILE_SET HEADERS)
install(EXPORT grazeTargets NAMESPACE graze:: DESTINATION ${config_folder})
if(TARGET graze_io)
  install(TARGETS graze_io EXPORT grazeIoTargets)
  install(EXPORT grazeIoTargets NAMESPACE graze:: DESTINATION ${config_folder})
endif()
if(TARGET graze_app)
  install(TARGETS graze_app)
endif()
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/grazeConfig.cmake.in ${PROJECT_BINARY_DIR}/grazeConfig.cmake
  INSTALL_DESTINATION ${config_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/grazeConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/grazeConfig.cmake ${PROJECT_BINARY_DIR}/grazeConfigVersion.cmake
  DESTINATION ${config_folder})

# A static library's users must link what it uses; a shared one's need not.
set(graze_requires "")
set(graze_requires_private "")
set(graze_io_requires "graze = ${PROJECT_VERSION}")
if(BUILD_SHARED_LIBS)
  set(visibility _private)
else()
  set(visibility "")
endif()
if(GRAZE_TBB)
  list(APPEND graze_requires${visibility} tbb)
endif()
file(RELATIVE_PATH prefix_from_pc ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
file(RELATIVE_PATH libdir_from_prefix ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_LIBDIR})
file(RELATIVE_PATH includedir_from_prefix ${CMAKE_INSTALL_PREFIX} ${CMAKE_INSTALL_FULL_INCLUDEDIR})
configure_file(${PROJECT_SOURCE_DIR}/cmake/graze.pc.in ${PROJECT_BINARY_DIR}/graze.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/graze.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
if(TARGET graze_io)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/graze-io.pc.in ${PROJECT_BINARY_DIR}/graze-io.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/graze-io.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endif()

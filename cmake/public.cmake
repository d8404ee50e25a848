# libhexad in both forms, with its headers, hexad.pc and what find_package reads.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

add_library(hexad_books OBJECT src/play/book/absent.c)
set_target_properties(hexad_books PROPERTIES POSITION_INDEPENDENT_CODE ON C_VISIBILITY_PRESET hidden)
target_include_directories(hexad_books PRIVATE src)
set(public_objects $<TARGET_OBJECTS:hexad_core> $<TARGET_OBJECTS:hexad_books>)
add_library(hexad_shared SHARED ${public_objects})
set_target_properties(hexad_shared PROPERTIES OUTPUT_NAME hexad LINKER_LANGUAGE C
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
target_link_libraries(hexad_shared PRIVATE Threads::Threads m)
target_link_options(hexad_shared PRIVATE -Wl,-z,defs -Wl,--as-needed)
# For programs that use CMake: find_package(hexad), target hexad::hexad.
set_target_properties(hexad_shared PROPERTIES EXPORT_NAME hexad)
target_include_directories(hexad_shared INTERFACE $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
set(cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/hexad)
write_basic_package_version_file(hexad-config-version.cmake COMPATIBILITY SameMajorVersion)

# The static library is one object in which only what the header names is still visible.
add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/libhexad.a
  COMMAND ${CMAKE_C_COMPILER} -r -nostdlib -o hexad.o ${public_objects}
  COMMAND ${CMAKE_OBJCOPY} --localize-hidden hexad.o
  COMMAND ${CMAKE_COMMAND} -E rm -f libhexad.a
  COMMAND ${CMAKE_AR} rcs libhexad.a hexad.o
  DEPENDS hexad_core hexad_books ${public_objects} COMMAND_EXPAND_LISTS VERBATIM)
add_custom_target(hexad_static ALL DEPENDS ${PROJECT_BINARY_DIR}/libhexad.a)

# hexad.pc finds its files from where it is itself, so that a moved tree or a DESTDIR still works.
set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}/${pc_dir} OUTPUT_VARIABLE pc_prefix)
set(HEXAD_PYTHON_DIR ${CMAKE_INSTALL_DATADIR}/hexad/python CACHE STRING "where the Python package goes, from the prefix")
set(python_dir ${HEXAD_PYTHON_DIR})
configure_file(cmake/hexad.pc.in hexad.pc @ONLY)

install(TARGETS hexad_shared EXPORT hexad LIBRARY)
install(EXPORT hexad DESTINATION ${cmake_dir} NAMESPACE hexad:: FILE hexad-config.cmake)
install(FILES ${PROJECT_BINARY_DIR}/hexad-config-version.cmake DESTINATION ${cmake_dir})
install(FILES ${PROJECT_BINARY_DIR}/libhexad.a DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES include/hexad.h include/hexad_players.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_BINARY_DIR}/hexad.pc DESTINATION ${pc_dir})

# What is installed: the program, libhexad in both forms with its header and hexad.pc, the Python module, manual pages,
# shell completion, and the proofs that the page shows.
include(GNUInstallDirs)

add_library(hexad_shared SHARED $<TARGET_OBJECTS:hexad_core>)
set_target_properties(hexad_shared PROPERTIES OUTPUT_NAME hexad LINKER_LANGUAGE C
  VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
target_link_libraries(hexad_shared PRIVATE Threads::Threads m)
target_link_options(hexad_shared PRIVATE -Wl,-z,defs -Wl,--as-needed)

# The static library is one object in which only what the header names is still visible.
add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/libhexad.a
  COMMAND ${CMAKE_C_COMPILER} -r -nostdlib -o hexad.o $<TARGET_OBJECTS:hexad_core>
  COMMAND ${CMAKE_OBJCOPY} --localize-hidden hexad.o
  COMMAND ${CMAKE_COMMAND} -E rm -f libhexad.a
  COMMAND ${CMAKE_AR} rcs libhexad.a hexad.o
  DEPENDS hexad_core $<TARGET_OBJECTS:hexad_core> COMMAND_EXPAND_LISTS VERBATIM)
add_custom_target(hexad_static ALL DEPENDS ${PROJECT_BINARY_DIR}/libhexad.a)

# hexad.pc finds its files from where it is itself, so that a moved tree or a DESTDIR still works.
set(pc_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${CMAKE_INSTALL_PREFIX}/${pc_dir} OUTPUT_VARIABLE pc_prefix)
set(python_dir ${CMAKE_INSTALL_DATADIR}/hexad/python)
configure_file(cmake/hexad.pc.in hexad.pc @ONLY)

# The program prints its manual pages from the tables of its options.
add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/man/hexad.1
  COMMAND sh ${PROJECT_SOURCE_DIR}/tools/manual $<TARGET_FILE:hexad> ${PROJECT_BINARY_DIR}/man
  DEPENDS hexad ${PROJECT_SOURCE_DIR}/tools/manual VERBATIM)
add_custom_target(manual ALL DEPENDS ${PROJECT_BINARY_DIR}/man/hexad.1)

# The opening database that comes with the program. It is made once for each set of proofs, not whenever the program is
# linked, and not for tests; after a change of its tables give the stamp another number, here and in the Makefile.
if(NOT HEXAD_TESTS)
  file(GLOB proof_files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/proofs/*.cert)
  add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/openings-1.stamp
    COMMAND ${PROJECT_SOURCE_DIR}/tools/openings $<TARGET_FILE:hexad> ${PROJECT_BINARY_DIR}/openings-1.stamp ${proof_files}
    DEPENDS ${proof_files} VERBATIM)
  add_custom_target(openings ALL DEPENDS ${PROJECT_BINARY_DIR}/openings-1.stamp)
  add_dependencies(openings hexad)
  install(FILES ${PROJECT_BINARY_DIR}/openings.db DESTINATION ${CMAKE_INSTALL_DATADIR}/hexad)
endif()

install(TARGETS hexad RUNTIME)
install(TARGETS hexad_shared LIBRARY)
install(FILES ${PROJECT_BINARY_DIR}/libhexad.a DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES include/hexad.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES ${PROJECT_BINARY_DIR}/hexad.pc DESTINATION ${pc_dir})
install(FILES python/hexad.py DESTINATION ${python_dir})
install(DIRECTORY ${PROJECT_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES tools/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME hexad)
install(FILES tools/completion.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _hexad)
install(DIRECTORY proofs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/hexad/proofs FILES_MATCHING PATTERN "*.cert")
install(CODE "set(HEXAD_BUILD \"${PROJECT_BINARY_DIR}\")")
install(SCRIPT cmake/installed.cmake)

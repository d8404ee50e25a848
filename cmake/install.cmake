# What is installed beside libhexad (cmake/public.cmake): the program, the Python package, manual pages, shell completion,
# documents and examples, and the proofs that the page shows.
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
install(DIRECTORY python/hexad DESTINATION ${python_dir} FILES_MATCHING PATTERN "*.py" PATTERN py.typed PATTERN __pycache__ EXCLUDE)
install(DIRECTORY ${PROJECT_BINARY_DIR}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES tools/completion.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME hexad)
install(FILES tools/completion.zsh DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions RENAME _hexad)
install(FILES README.md CHANGELOG.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY proofs/ DESTINATION ${CMAKE_INSTALL_DATADIR}/hexad/proofs FILES_MATCHING PATTERN "*.cert")
install(CODE "set(HEXAD_BUILD \"${PROJECT_BINARY_DIR}\")")
install(SCRIPT cmake/installed.cmake)

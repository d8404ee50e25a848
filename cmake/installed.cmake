# Runs at the end of an installation: what went where, one list for each place, for tools/uninstall. HEXAD_BUILD is the build folder.
set(place "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
string(SHA256 name "${place}")
string(REPLACE ";" "\n" files "${CMAKE_INSTALL_MANIFEST_FILES}")
file(WRITE "${HEXAD_BUILD}/installed/${name}" "${place}\n${files}\n")

# The folders of libhexad, which needs nothing but libc, libm and threads; everything else is the program's.
set(core_folders base game connect/board connect/threat connect/forcing connect/record connect/eval connect/engine play connect/exact connect/proof face)

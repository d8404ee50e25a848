# The folders of libhexad, which needs nothing but libc, libm and threads; everything else is the program's.
set(core_folders base board threat forcing notation record eval search play exact proof face)

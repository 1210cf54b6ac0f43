# What `make install` and the Debian package hold: below lib/cairn everything as it is in the build directory, since the
# programs look for each other there; in bin links to the commands. The folder can be moved as a whole.
install(TARGETS cairn cairn-cc RUNTIME DESTINATION lib/cairn/bin)
install(TARGETS cairn-solve-z3 cairn-solve-bits RUNTIME DESTINATION lib/cairn/libexec)
install(TARGETS cairn-pass cairn_rt cairn_libstdcxx cairn_main cairn_unit_recorded cairn_unit_plain
        LIBRARY DESTINATION lib/cairn/lib ARCHIVE DESTINATION lib/cairn/lib)
install(DIRECTORY runtime/include/ DESTINATION lib/cairn/include)
install(DIRECTORY docs/ DESTINATION share/doc/cairn)
install(FILES README.md DESTINATION share/doc/cairn)
install(FILES LICENSE DESTINATION share/doc/cairn RENAME copyright)
install(CODE [[
  set(prefix "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
  file(MAKE_DIRECTORY "${prefix}/bin")
  file(CREATE_LINK cairn-cc "${prefix}/lib/cairn/bin/cairn-c++" SYMBOLIC)
  foreach(tool ar ranlib)
    file(CREATE_LINK /usr/bin/${tool} "${prefix}/lib/cairn/bin/cairn-llvm-${tool}" SYMBOLIC)
  endforeach()
  foreach(command cairn cairn-cc cairn-c++)
    file(CREATE_LINK ../lib/cairn/bin/${command} "${prefix}/bin/${command}" SYMBOLIC)
  endforeach()
]])

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Cairn authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "writes tests for C and C++ programs, and keeps them true")
set(CPACK_PACKAGE_DESCRIPTION
    "Cairn compiles a program with an instrumenting compiler, runs it natively while recording what each branch asked of the input, "
    "solves for inputs that go elsewhere, and keeps the inputs that matter as a suite. It finds bugs on the way.")
string(CONCAT CPACK_PACKAGE_DESCRIPTION ${CPACK_PACKAGE_DESCRIPTION})
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# Libraries of the programs are found out; what these programs run or link into others is not.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-19, libclang-rt-19-dev, libc6-dev, libstdc++-12-dev")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gnuplot-nox, nats-server")
include(CPack)

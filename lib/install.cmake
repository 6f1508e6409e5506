# SPDX-License-Identifier: LGPL-2.1-or-later
# What a program that links the library needs: headers, both libraries, pkg-config and find_package.
include(CMakePackageConfigHelpers)

set(cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/iiodma)

install(TARGETS iiodma iiodma_static EXPORT iiodmaTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(EXPORT iiodmaTargets NAMESPACE iiodma:: DESTINATION ${cmake_dir})

# An absolute libdir or includedir must not be appended to the prefix.
cmake_path(ABSOLUTE_PATH CMAKE_INSTALL_LIBDIR BASE_DIRECTORY "/PREFIX" OUTPUT_VARIABLE PC_LIBDIR)
cmake_path(ABSOLUTE_PATH CMAKE_INSTALL_INCLUDEDIR BASE_DIRECTORY "/PREFIX" OUTPUT_VARIABLE PC_INCLUDEDIR)
string(REGEX REPLACE "^/PREFIX/" "\${prefix}/" PC_LIBDIR "${PC_LIBDIR}")
string(REGEX REPLACE "^/PREFIX/" "\${prefix}/" PC_INCLUDEDIR "${PC_INCLUDEDIR}")
if(IIODMA_LIBIIO)
  set(PC_LIBIIO "-liio ")
endif()
configure_file(iiodma.pc.in iiodma.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/iiodma.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)

configure_package_config_file(iiodmaConfig.cmake.in iiodmaConfig.cmake INSTALL_DESTINATION ${cmake_dir})
write_basic_package_version_file(iiodmaConfigVersion.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/iiodmaConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/iiodmaConfigVersion.cmake
        DESTINATION ${cmake_dir})

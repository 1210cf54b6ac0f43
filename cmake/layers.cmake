# One library per folder. The USES of a library are its row in the layer table of docs/architecture.md, and nothing else:
# a folder that includes from another row does not link, and tests/layers says so before that.
#
#   cairn_layer(engine/expr USES engine/base abi [LINKS third-party targets])
#
# Sources are the folder's *.cpp, except those named in EXCLUDE.
function(cairn_layer folder)
  cmake_parse_arguments(ARG "" "" "USES;LINKS;EXCLUDE" ${ARGN})
  string(REPLACE "/" "_" name ${folder})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.cpp)
  foreach(excluded ${ARG_EXCLUDE})
    list(REMOVE_ITEM sources ${CMAKE_SOURCE_DIR}/${folder}/${excluded})
  endforeach()
  if(sources)
    add_library(cairn_${name} STATIC ${sources})
    set(scope PUBLIC)
    target_compile_options(cairn_${name} PRIVATE -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion -Werror)
  else()
    add_library(cairn_${name} INTERFACE)
    set(scope INTERFACE)
  endif()
  target_include_directories(cairn_${name} ${scope} ${CMAKE_SOURCE_DIR})
  foreach(used ${ARG_USES})
    string(REPLACE "/" "_" used_name ${used})
    target_link_libraries(cairn_${name} ${scope} cairn_${used_name})
  endforeach()
  target_link_libraries(cairn_${name} ${scope} ${ARG_LINKS})
endfunction()

"""Flow of C, C++ and Objective-C."""

from codewitness.syntax.flow.c_family.definitions import c_flow, cpp_flow, objc_flow

__all__ = ["c_flow", "cpp_flow", "objc_flow"]

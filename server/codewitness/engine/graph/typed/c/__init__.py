"""What C, C++ and Objective-C have of their own: headers, namespaces, pointers, selectors."""

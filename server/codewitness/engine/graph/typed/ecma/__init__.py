"""What JavaScript and TypeScript have of their own: modules, prototypes, scripts of a page."""

; An element defines nothing.

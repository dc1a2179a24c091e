"""A page for the browser that searches a packing by itself: one file, no server, opened from a disk.

kernels  The window kernels as WebAssembly, compiled ahead by `accord_compare.webassembly`
page     One HTML file: a puzzle's board, its search as arrays and a kernel, and the code that runs them

`accord convert PUZZLE --to html` writes one. `accord_compare.webassembly` compiles the kernels, from the same
source as the native ones (`make webassembly`); the page's own code is in `static`.

    >>> import accord
    >>> from accord.search_page.page import html
    >>> text = html(accord.load("dominoes-8x8"))
    >>> text.startswith("<!DOCTYPE html>")
    True
"""

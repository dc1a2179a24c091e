"""A page for the browser that searches a packing by itself: one file, no server, opened from a disk.

kernels    the window kernels as WebAssembly; which one a model takes
jobs       the arrays of a search, as the page reads them
drawing    the board, and each option as shapes that the page puts on it
page       one HTML file of all that

`accord convert PUZZLE --to html` writes one. `accord_compare.webassembly` compiles the kernels, from the same
source as the native ones (`make webassembly`); the page's own code is in `static`.

    >>> import accord
    >>> from accord.search_page.page import html
    >>> text = html(accord.load("dominoes-8x8"))
    >>> text.startswith("<!DOCTYPE html>")
    True
"""

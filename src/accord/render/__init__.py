"""Pictures (`accord.picture`) to text, and scenes (`accord.scene`) to files.

text     Draw pictures as text, in the form that model files read back as boards
network  Draw edges on a square board (loops, paths, bridges) as text, with the clues
svg      Write scenes as SVG (by drawsvg), with texts as searchable text
pdf      Write scenes as the pages of a PDF (by reportlab), in fonts that are embedded
files    Write drawings to files as SVG, PNG or PDF, by the suffix of the name

Commands call it. Families make pictures and leave the drawing to it.

    >>> import accord
    >>> from accord.render.text import text
    >>> print(text(accord.load("aquarium:1_1_0_2;1,1,2,2").picture()))
        1  1
      ┏━━━━━┓
    0 ┃ ·  ·┃
      ┣━━━━━┫
    2 ┃ ·  ·┃
      ┗━━━━━┛
"""

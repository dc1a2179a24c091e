"""Pictures (`accord.picture`) to text, and scenes (`accord.scene`) to files.

text       a board as signs, as it is declared; or in one line; the report of the Meteor contest
grid       a board with walls between its regions
network    a square board with edges: loops and paths
svg        scenes as SVG
pdf        scenes as the pages of a PDF
files      scenes as PNG, in fonts that lie here; files of the kind that their names say

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

"""Films of a search, of a person's steps or of a plan: frames as scenes, written as GIF, MP4, SVG or PNG.

frames     events (`accord.trace`) as scenes, with counters below the board
still      a folder of numbered PNG files
gif        one GIF
svg        one SVG that plays in a browser without scripts
mp4        one MP4; needs the extra `accord[film]`
files      which of them a name asks for
"""

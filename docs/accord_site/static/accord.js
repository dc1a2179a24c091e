// What scrolls sideways can be reached with the keyboard; what does not scroll is no stop of the Tab key.
function reach() {
  for (const box of document.querySelectorAll("pre, .table-wrapper")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}
addEventListener("load", reach);
addEventListener("resize", reach);

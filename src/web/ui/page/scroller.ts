/** What scrolls an element up and down: a panel or a column that it is in, or the window. */
export function scrollerOf(element: HTMLElement): Element {
  for (let each = element.parentElement; each; each = each.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(each).overflowY);
    if (scrolls && each.scrollHeight > each.clientHeight) return each;
  }
  return document.documentElement;
}

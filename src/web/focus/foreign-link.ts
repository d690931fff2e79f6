/** True for a link in the text of a task, or an element within one: the browser's own menu opens for it. */
export function isForeignLink(element: EventTarget | null): boolean {
  return element instanceof Element && element.closest('a[target="_blank"]') !== null;
}

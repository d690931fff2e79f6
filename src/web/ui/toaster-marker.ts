/** Marks the notifications in the document, to distinguish a click on one from a click outside. */
export const TOASTER_MARKER = { 'data-toaster': '' };

export function isInToaster(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-toaster]') !== null;
}

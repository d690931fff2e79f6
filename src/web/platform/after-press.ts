let isPressed = false;
let waiting: readonly (() => void)[] = [];

if (typeof window !== 'undefined') {
  window.addEventListener('mousedown', () => (isPressed = true), { capture: true });
  // The click follows in the same task.
  const onEnd = () => setTimeout(release);
  for (const end of ['mouseup', 'dragend']) window.addEventListener(end, onEnd, { capture: true });
  // On the window itself: the pointer may be released outside it.
  window.addEventListener('blur', onEnd);
}

/**
 * Runs `work` at once, or after the current press of the pointer with its click. A press first takes the
 * focus from a field; if that moved or removed the pressed element, the click would miss it.
 */
export function afterPress(work: () => void): void {
  if (isPressed) waiting = [...waiting, work];
  else work();
}

function release(): void {
  isPressed = false;
  const works = waiting;
  waiting = [];
  for (const work of works) work();
}

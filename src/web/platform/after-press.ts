let isPressed = false;
let waiting: readonly (() => void)[] = [];

if (typeof window !== 'undefined') {
  window.addEventListener('mousedown', () => (isPressed = true), { capture: true });
  // The click follows in the same task.
  const onEnd = () => setTimeout(release);
  for (const end of ['mouseup', 'dragend']) window.addEventListener(end, onEnd, { capture: true });
  // The window's own: whoever leaves it may let go elsewhere.
  window.addEventListener('blur', onEnd);
}

/**
 * Runs `work` at once, or when the press of the pointer that is under way has ended, with its click. A press takes the focus from a
 * field first: what moved or vanished then would not be there any more for the click.
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

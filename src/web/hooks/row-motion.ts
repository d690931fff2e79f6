/** How long a row takes to leave, and the others to close up, ms. */
const LEAVE = 200;
const CLOSE_UP = 160;
const EASE_OUT = 'cubic-bezier(0.2, 0.8, 0.2, 1)';

/**
 * Lets the row that holds `control` be seen leaving its list. To be asked before the change that takes it away; what it
 * returns is called after. The change itself waits for nothing: what fades is a picture of the row, laid over the page,
 * out of reach of pointer, keyboard and screen readers.
 */
export function leavingRow(control: Element): () => void {
  const row = control.closest('li');
  if (!row || matchMedia('(prefers-reduced-motion: reduce)').matches) return () => {};
  const picture = pictureOf(row, control);
  const places = new Map(rowsOf().map((other) => [other, other.getBoundingClientRect().top]));
  return () => {
    if (row.isConnected) return;
    closeUp(places);
    document.body.append(picture);
    void picture
      .animate({ opacity: [1, 1, 0] }, { duration: LEAVE, easing: 'linear', fill: 'forwards' })
      .finished.finally(() => picture.remove());
  };
}

function rowsOf(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('main li[data-task]')];
}

function pictureOf(row: HTMLElement, control: Element): HTMLElement {
  const { left, top, width, height } = row.getBoundingClientRect();
  const picture = row.cloneNode(true) as HTMLElement;
  const index = [...row.querySelectorAll('button')].findIndex((button) => button === control);
  const pressed = picture.querySelectorAll('button')[index];
  if (pressed) pressed.dataset['pressed'] = '';
  picture.inert = true;
  picture.ariaHidden = 'true';
  for (const element of [picture, ...picture.querySelectorAll('[id]')]) element.removeAttribute('id');
  delete picture.dataset['task'];
  Object.assign(picture.style, {
    position: 'fixed',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    pointerEvents: 'none',
  });
  return picture;
}

/**
 * The rows that stand elsewhere now glide there from where they stood, those that are seen. All are measured before
 * anything is set in motion or put into the page: measuring after that would make the browser lay it out anew.
 */
function closeUp(places: ReadonlyMap<HTMLElement, number>): void {
  const moves = rowsOf().flatMap((row) => {
    const before = places.get(row);
    const after = row.getBoundingClientRect();
    const isSeen = after.bottom > 0 && after.top < innerHeight;
    return before !== undefined && before !== after.top && isSeen
      ? [{ row, distance: before - after.top }]
      : [];
  });
  for (const { row, distance } of moves) {
    row.animate(
      { transform: [`translateY(${distance}px)`, 'none'] },
      { duration: CLOSE_UP, delay: LEAVE - CLOSE_UP, easing: EASE_OUT, fill: 'backwards' },
    );
  }
}

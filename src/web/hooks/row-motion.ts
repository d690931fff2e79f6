/** How long it all takes, ms: the row fades, and when it is nearly gone the others close up. */
const LEAVE = 200;
const CLOSE_UP = 120;
/** Else it would be read across the row that comes to its place. */
const FADE = [{ opacity: 1 }, { opacity: 1, offset: 0.25 }, { opacity: 0, offset: 0.6 }, { opacity: 0 }];
const EASE_OUT = 'cubic-bezier(0.2, 0.8, 0.2, 1)';

/**
 * Lets the row that holds `control` be seen leaving its list. To be asked before the change that takes it away; what it
 * returns is called after, with what moves the focus on. The change itself waits for nothing: what fades is a picture of
 * the row, laid over the page, out of reach of pointer, keyboard and screen readers.
 */
export function leavingRow(control: Element): (moveFocus?: () => void) => void {
  const row = control.closest('li');
  if (!row || matchMedia('(prefers-reduced-motion: reduce)').matches) return (moveFocus) => moveFocus?.();
  const picture = pictureOf(row, control);
  const places = new Map(partsOf(document).map((part) => [part, part.getBoundingClientRect().top]));
  return (moveFocus) => {
    if (row.isConnected) return moveFocus?.();
    // Measured before anything else is changed, and the focus moved before anything is set in motion: either would have
    // the browser lay the page out once more.
    const lists = [...document.querySelectorAll<HTMLElement>('[data-list]')];
    const glides = lists.flatMap((list) => glidesOf(list, places));
    moveFocus?.();
    for (const glide of glides) setInMotion(glide);
    document.body.append(picture);
    void picture
      .animate(FADE, { duration: LEAVE, easing: 'linear', fill: 'forwards' })
      .finished.finally(() => picture.remove());
  };
}

/** Rows and headings. */
function partsOf(lists: ParentNode): HTMLElement[] {
  return [...lists.querySelectorAll<HTMLElement>('[data-block]')];
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
    // As a row under the pointer, which it lies over.
    zIndex: '1',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
    pointerEvents: 'none',
  });
  return picture;
}

interface Glide {
  readonly element: HTMLElement;
  /** From so far below to where it stands, px. */
  readonly distance: number;
}

function setInMotion({ element, distance }: Glide): void {
  element.animate(
    { transform: [`translateY(${distance}px)`, 'none'] },
    { duration: CLOSE_UP, delay: LEAVE - CLOSE_UP, easing: EASE_OUT, fill: 'backwards' },
  );
}

/**
 * Each motion is a layer of its own to draw. Where most of a list moves, the list does, and what stays in it moves the
 * other way: to the eye that is the same.
 */
function glidesOf(list: HTMLElement, places: ReadonlyMap<HTMLElement, number>): Glide[] {
  const parts = partsOf(list).flatMap((element): Glide[] => {
    const before = places.get(element);
    const after = element.getBoundingClientRect();
    // Within reach of a row's height, since what is just out of sight may be moved into it.
    const isNear = after.bottom > -innerHeight && after.top < innerHeight;
    return before !== undefined && isNear ? [{ element, distance: before - after.top }] : [];
  });
  const moved = parts.filter(({ distance }) => distance !== 0);
  const rest = parts.filter(({ distance }) => distance === 0);
  const [first] = moved;
  if (!first || rest.length + 1 >= moved.length || moved.some((part) => part.distance !== first.distance))
    return moved;
  const back = rest.map(({ element }) => ({ element, distance: -first.distance }));
  return [{ element: list, distance: first.distance }, ...back];
}

import { formatCount } from '#src/web/platform/format-count.ts';
import styles from './drag-picture.module.css';

export interface DragPicture {
  /** Moves the picture to the pointer, px in the window. */
  readonly follow: (x: number, y: number) => void;
  /** Draws the line at the place of the drop, px in the window; null hides it. */
  readonly drawLine: (
    line: { readonly left: number; readonly width: number; readonly y: number } | null,
  ) => void;
  readonly remove: () => void;
}

/**
 * Shows the dragged rows and the place of the drop. It lies above the page, so that nothing renders
 * meanwhile. `isTouch`: the picture keeps clear of the finger.
 */
export function showDrag(text: string, count: number, isTouch: boolean): DragPicture {
  const line = document.createElement('div');
  line.className = styles['line'] ?? '';
  line.dataset['dropLine'] = '';
  line.hidden = true;
  const card = document.createElement('div');
  card.className = styles['card'] ?? '';
  const name = document.createElement('span');
  name.className = styles['name'] ?? '';
  name.dir = 'auto';
  name.textContent = text;
  card.append(name);
  if (count > 1) {
    const badge = document.createElement('span');
    badge.className = styles['count'] ?? '';
    badge.textContent = formatCount(count);
    card.append(badge);
  }
  for (const element of [line, card]) element.ariaHidden = 'true';
  document.body.append(line, card);
  document.documentElement.dataset['dragging'] = '';
  return {
    follow(x, y) {
      const left = Math.max(8, Math.min(x + 12, document.documentElement.clientWidth - card.offsetWidth - 8));
      card.style.transform = `translate(${left}px, ${isTouch ? y - 64 : y + 12}px)`;
    },
    drawLine(at) {
      line.hidden = at === null;
      if (!at) return;
      line.style.transform = `translate(${at.left}px, ${at.y - 1}px)`;
      line.style.inlineSize = `${at.width}px`;
    },
    remove() {
      line.remove();
      card.remove();
      delete document.documentElement.dataset['dragging'];
    },
  };
}

import type { Replica } from '#src/sync/client/replica.ts';
import styles from './section-targets.module.css';

/** The sections of a collection beside its entry in the sidebar, while tasks are dragged. */
export interface ShownSections {
  /** True over the entry, over the sections, and on the way between the two. `link`: the entry under the pointer. */
  readonly isNear: (link: HTMLElement | null, x: number, y: number) => boolean;
  readonly remove: () => void;
}

/** The attribute with the id of the section. */
const SECTION = 'data-section-target';

/** The px around the sections that still belong to them. */
const MARGIN = 16;

/** The element and the id of the section at a point of the window, px. */
export function sectionTargetAt(x: number, y: number): { element: HTMLElement; id: string } | null {
  const element = document.elementFromPoint(x, y)?.closest<HTMLElement>(`[${SECTION}]`);
  return element ? { element, id: element.getAttribute(SECTION) ?? '' } : null;
}

/** Shows the sections of a collection; null without any. They lie above the page, so that nothing renders meanwhile. */
export function showSections(
  replica: Replica,
  collectionId: string,
  link: HTMLElement,
): ShownSections | null {
  const sections = replica.lists.sections.in(collectionId).flatMap((id) => replica.get('section', id) ?? []);
  if (sections.length === 0) return null;
  const panel = document.createElement('div');
  panel.className = styles['panel'] ?? '';
  panel.ariaHidden = 'true';
  for (const { id, name } of sections) {
    const target = document.createElement('div');
    target.className = styles['target'] ?? '';
    target.setAttribute(SECTION, id);
    target.dir = 'auto';
    target.textContent = name;
    panel.append(target);
  }
  document.body.append(panel);
  const entry = link.getBoundingClientRect();
  const isRightToLeft = getComputedStyle(link).direction === 'rtl';
  const left = isRightToLeft ? entry.left - panel.offsetWidth - 4 : entry.right + 4;
  panel.style.left = `${Math.max(8, Math.min(left, innerWidth - panel.offsetWidth - 8))}px`;
  panel.style.top = `${Math.max(8, Math.min(entry.top, innerHeight - panel.offsetHeight - 8))}px`;
  return {
    isNear(under, x, y) {
      if (under === link) return true;
      const { left: start, right, top, bottom } = panel.getBoundingClientRect();
      return x > start - MARGIN && x < right + MARGIN && y > top - MARGIN && y < bottom + MARGIN;
    },
    remove: () => panel.remove(),
  };
}

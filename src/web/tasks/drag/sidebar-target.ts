import type { Operation } from '#src/tables/operations.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { showSections, type ShownSections } from './section-targets.ts';
import { sidebarPlaceAt, type SidebarPlace } from './sidebar-drop.ts';

/** The ms that the pointer stays over a collection until it shows its sub-collections and sections. */
const OPENS_AFTER = 500;

/** The entry of the sidebar under the pointer of a drag. */
export class SidebarTarget {
  readonly #replica: Replica;
  readonly #idsNow: () => readonly string[];
  /** The highlighted entry. A drop there changes something. */
  #place: SidebarPlace | null = null;
  /** The entry under the pointer, and the time since then, ms. */
  #over: { readonly place: SidebarPlace | null; readonly since: number } = { place: null, since: 0 };
  #sections: ShownSections | null = null;

  /** `idsNow`: the tasks that are dragged. */
  constructor(replica: Replica, idsNow: () => readonly string[]) {
    this.#replica = replica;
    this.#idsNow = idsNow;
  }

  /** Looks at a point of the window, px. True over an entry that takes tasks, and over the sections of one. */
  look(x: number, y: number): boolean {
    const place = sidebarPlaceAt(this.#replica, x, y);
    this.#highlight(place && this.#operationsAt(place).length > 0 ? place : null);
    if (place?.link !== this.#over.place?.link) this.#over = { place, since: performance.now() };
    if (!this.#sections?.isNear(place?.link ?? null, x, y)) this.#hideSections();
    return place !== null || this.#sections !== null;
  }

  /** Opens the collection that the pointer stays over. */
  stay(now: number): void {
    const { place, since } = this.#over;
    if (!place || now - since < OPENS_AFTER) return;
    this.#over = { place, since: Infinity };
    const { link, collectionId } = place;
    link.closest('li')?.querySelector<HTMLElement>('[data-control="fold"][aria-expanded="false"]')?.click();
    this.#hideSections();
    if (collectionId !== undefined) this.#sections = showSections(this.#replica, collectionId, link);
  }

  /** The effect of a drop, and its text. Null where it has none. */
  drop(): { readonly operations: readonly Operation[]; readonly done: string } | null {
    return this.#place && { operations: this.#operationsAt(this.#place), done: this.#place.done };
  }

  end(): void {
    this.#highlight(null);
    this.#hideSections();
  }

  #operationsAt(place: SidebarPlace): Operation[] {
    const at = Date.now();
    return this.#idsNow().flatMap((id) => {
      const task = this.#replica.lists.task(id);
      return (task && place.edit(task, at)) ?? [];
    });
  }

  #highlight(place: SidebarPlace | null): void {
    if (place?.link === this.#place?.link) return;
    this.#place?.link.removeAttribute('data-task-drop');
    place?.link.setAttribute('data-task-drop', '');
    this.#place = place;
  }

  #hideSections(): void {
    this.#sections?.remove();
    this.#sections = null;
  }
}

import { byPlace } from '#src/domain/place.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import { collectionOf, ONE_KEY, partOf, SECTIONS, type Section } from './families.ts';
import type { KeptTasks } from './lists-beside.ts';
import type { Change } from './presence.ts';
import { StandingLists } from './standing-lists.ts';

/** The tasks of one section of a collection; null for tasks without a section. */
export interface Part {
  readonly sectionId: string | null;
  readonly ids: readonly string[];
}

/**
 * The sections that are there, and the active tasks in them. Results stay the same objects until they change.
 */
export class SectionLists {
  readonly #tasks: KeptTasks;
  readonly #lists = new StandingLists<'in' | 'there', Section>(SECTIONS);
  /** The parts of each collection, from their first read to their next change. */
  readonly #parts = new Map<string, readonly Part[]>();

  constructor(tasks: KeptTasks) {
    this.#tasks = tasks;
  }

  all(): readonly string[] {
    return this.#lists.ids('there', ONE_KEY[0]);
  }

  /** The sections of a collection, in their order. */
  in(collectionId: string): readonly string[] {
    return this.#lists.ids('in', collectionId);
  }

  /** The number of sections in a collection; in all collections with an empty id. */
  count(collectionId: string): number {
    return this.#lists.count(collectionId === ONE_KEY[0] ? 'there' : 'in', collectionId);
  }

  /**
   * The active top-level tasks of a collection that name a section, or none. The section may be deleted, or
   * of another collection.
   */
  part(collectionId: string, sectionId: string | null): readonly string[] {
    return this.#tasks.ids('part', partOf(collectionId, sectionId));
  }

  /**
   * The active top-level tasks of a collection by section: first the tasks in none, then each section in
   * order. A section that is deleted, or of another collection, counts as none.
   */
  parts(collectionId: string): readonly Part[] {
    const known = this.#parts.get(collectionId);
    if (known) return known;
    const sections = this.in(collectionId);
    const parts = [
      { sectionId: null, ids: this.#inNone(collectionId, new Set(sections)) },
      ...sections.map((sectionId) => ({ sectionId, ids: this.part(collectionId, sectionId) })),
    ];
    this.#parts.set(collectionId, parts);
    return parts;
  }

  /**
   * Takes in changed sections, and the keys of changed lists in the family `part`. Returns the collections
   * with changed sections, and all collections with changed parts.
   */
  apply(changes: readonly Change<Section>[], parts: Iterable<string>) {
    const sections = this.#lists.apply(changes).in;
    const divided = new Set([...sections, ...Array.from(parts, collectionOf)]);
    for (const id of divided) this.#parts.delete(id);
    return { sections, divided };
  }

  #inNone(collectionId: string, sections: ReadonlySet<string>): readonly string[] {
    const gone: string[] = [];
    for (const part of this.#tasks.keys('part')) {
      if (collectionOf(part) !== collectionId) continue;
      const sectionId = part.slice(collectionId.length + 1);
      if (sectionId !== '' && !sections.has(sectionId)) gone.push(...this.#tasks.ids('part', part));
    }
    const ids = this.part(collectionId, null);
    if (gone.length === 0) return ids;
    const row = (id: string) => this.#tasks.row(id) as PlacedTask;
    return [...ids, ...gone].toSorted((a, b) => byPlace(row(a), row(b)));
  }
}

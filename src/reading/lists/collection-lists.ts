import type { Collection } from '#src/tables/collection/collection.ts';
import { archivedAmong, treeOf, type ShownCollection } from '#src/tables/collection/collection-tree.ts';
import { COLLECTIONS, NO_KEY, ONE_KEY } from './families.ts';
import type { Change } from './presence.ts';
import { StandingLists } from './standing-lists.ts';

/**
 * The collections that are there, and the archived ones among them. Results stay the same objects until they
 * change.
 */
export class CollectionLists {
  readonly #lists = new StandingLists<'there', Collection>(COLLECTIONS);
  #sorted: readonly Collection[] | null = null;
  #tree: readonly ShownCollection[] | null = null;
  #archived: ReadonlySet<string> = new Set();

  /** All collections, by position. */
  all(): readonly Collection[] {
    // Every id in the list has a row.
    this.#sorted ??= this.#lists.ids('there', ONE_KEY[0]).map((id) => this.#lists.row(id) as Collection);
    return this.#sorted;
  }

  /** The collections that are not archived, each below its parent, favorites first. */
  tree(): readonly ShownCollection[] {
    this.#tree ??= treeOf(this.all());
    return this.#tree;
  }

  /** True when the collection, or one above it, is archived. */
  isArchived(id: string): boolean {
    return this.#archived.has(id);
  }

  count(): number {
    return this.#lists.count('there', ONE_KEY[0]);
  }

  /** Returns the ids of the collections that entered or left the archive, by themselves or with one above. */
  apply(changes: readonly Change<Collection>[]): Iterable<string> {
    if (changes.length === 0) return NO_KEY;
    this.#lists.apply(changes);
    this.#sorted = null;
    this.#tree = null;
    const isMoved = ({ before, after }: Change<Collection>) =>
      before?.archivedAt !== after?.archivedAt ||
      before?.parentId !== after?.parentId ||
      before?.deletedAt !== after?.deletedAt;
    if (!changes.some(isMoved)) return NO_KEY;
    const was = this.#archived;
    const archived = archivedAmong(this.all());
    this.#archived = archived;
    return [...was, ...archived].filter((id) => was.has(id) !== archived.has(id));
  }
}

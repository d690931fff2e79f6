import { LIMITS } from '#src/domain/limits.ts';
import { withoutDefaults } from '#src/tables/kit/row.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { Rows } from '#src/tables/tables.ts';
import { copyOf, type RowsAround } from '#src/tables/task/copy-task.ts';
import type { PlacedTask } from '#src/tables/task/task.ts';
import type { Collection } from './collection.ts';

/** The contents of a collection. */
interface Contents {
  /** The names of all collections. */
  readonly names: ReadonlySet<string>;
  /** Its sections, in their order. */
  readonly sections: readonly Rows['section'][];
  /** Its tasks without a parent, in their order. */
  readonly tasks: readonly PlacedTask[];
  readonly around: RowsAround;
}

/**
 * The operations that add a copy of a collection, with its sections, and its open tasks with the open ones below them. The copy
 * comes last in the same parent; it is neither archived nor a favorite. `newId` makes the id of each
 * new row; `at`: now, ms since 1970 UTC.
 */
export function copyOfCollection(
  collection: Collection,
  { names, sections, tasks, around }: Contents,
  newId: () => string,
  at: number,
): Operation[] {
  const id = newId();
  const { color, parentId, layout } = collection;
  const name = nameOfCopy(collection.name, names);
  const copies = new Map(sections.map((section) => [section.id, newId()]));
  const isOpen = ({ completedAt }: PlacedTask) => completedAt === null;
  const openAround: RowsAround = {
    ...around,
    under: (of) =>
      around.under(of).filter((below) => {
        const task = around.task(below);
        return task !== undefined && isOpen(task);
      }),
  };
  const placeOf = ({ sectionId }: PlacedTask) => ({
    collectionId: id,
    sectionId: copies.get(sectionId ?? '') ?? null,
  });
  return [
    {
      name: 'collection.add',
      args: { ...withoutDefaults('collection', { parentId, layout }), id, name, color, at },
    },
    ...sections.map((section): Operation => {
      const { name: title, place } = section;
      const copy = copies.get(section.id) ?? newId();
      return { name: 'section.add', args: { id: copy, collectionId: id, name: title, place, at } };
    }),
    ...tasks.filter(isOpen).flatMap((task) => copyOf(task, openAround, newId, at, placeOf)),
  ];
}

/** `Home copy`, or `Home copy 2` if that is taken. A long name is cut. */
function nameOfCopy(name: string, names: ReadonlySet<string>): string {
  for (let n = 1; ; n++) {
    const end = n === 1 ? ' copy' : ` copy ${n}`;
    const start = name.slice(0, LIMITS.collectionName - end.length).replace(/[\uD800-\uDBFF]$/, '');
    const copy = `${start.trimEnd()}${end}`;
    if (!names.has(copy)) return copy;
  }
}

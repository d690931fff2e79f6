import { newId } from '#src/domain/id.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import type { Collection } from '#src/tables/collection/collection.ts';
import { copyOfCollection } from '#src/tables/collection/copy-collection.ts';
import type { Operation } from '#src/tables/operations.ts';
import { rowsAround } from '#src/web/tasks/rows-around.ts';

/** The operations that add a copy of a collection, with its sections and open tasks. */
export function duplicateCollection(replica: Replica, collection: Collection): Operation[] {
  const { lists } = replica;
  const parts = lists.sections.parts(collection.id);
  const contents = {
    names: new Set(lists.collections.all().map(({ name }) => name)),
    sections: parts.flatMap(({ sectionId }) =>
      sectionId === null ? [] : (replica.get('section', sectionId) ?? []),
    ),
    tasks: parts.flatMap(({ ids }) => ids.flatMap((id) => lists.task(id) ?? [])),
    around: rowsAround(replica),
  };
  return copyOfCollection(collection, contents, newId, Date.now());
}

import type { Operation } from '#src/tables/operations.ts';
import { colorOfNew } from '#src/web/features/tasks/draft/named-rows.ts';
import type { NewName } from './reading.ts';

/** The operation that creates a collection together with the task that names it. */
export function additionOfCollection({ id, name, color = colorOfNew(id) }: NewName, at: number): Operation {
  return { name: 'collection.add', args: { id, name, color, at } };
}

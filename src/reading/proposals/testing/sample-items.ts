import { textOfItems } from '#src/reading/proposals/items.ts';
import { rowHistoriesOf } from '#src/reading/history/row-history.ts';
import {
  addCollection,
  addTask,
  mutation,
  overlayOver,
  PROPOSAL,
  sampleId,
} from '#src/sync/testing/samples.ts';
import type { FindRow } from '#src/tables/kit/row.ts';
import type { Overlay } from '#src/tables/kit/overlay.ts';
import type { Mutation } from '#src/tables/operations.ts';

/** The task that the items change. */
export const t1 = sampleId('task', 1);

export function withTask(): Overlay {
  const overlay = overlayOver();
  for (const each of [addCollection(1), addTask(1)]) overlay.run(each);
  return overlay;
}

/** The mutations as the items of a proposal, by their effects on rows like these. */
export function itemsFor(...mutations: readonly Mutation[]) {
  const overlay = withTask();
  const items = textOfItems(mutations.map((each) => ({ ...each, rows: rowHistoriesOf(overlay.run(each)) })));
  return { ...PROPOSAL, items, accepted: '', declined: '', used: '' };
}

export const findIn =
  (overlay: Overlay): FindRow =>
  (table, id) =>
    overlay.get(table, id);

export const rename = mutation(11, 'task.edit', { id: t1, changes: { name: 'Sweep' }, at: 5 });
export const complete = mutation(12, 'task.complete', { id: t1, at: 5 });

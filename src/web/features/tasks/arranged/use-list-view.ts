import type { ArrangedList } from '#src/reading/lists/arrangement.ts';
import { printListView, readListView, usualView, type ListView } from '#src/reading/lists/list-view.ts';
import { viewSettingOf } from '#src/reading/lists/view-setting.ts';
import type { Operation } from '#src/tables/operations.ts';
import { useCollection, useRow } from '#src/web/data/rows.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';

/** The view of a list on all devices of its user, and a function that changes it. A collection's own row says if it is a board. */
export function useListView(
  list: ArrangedList,
): readonly [ListView, change: (changes: Partial<ListView>) => void] {
  const id = viewSettingOf(list);
  const value = useRow('setting', id)?.value ?? '';
  const collection = useCollection(list.startsWith('in:') ? list.slice('in:'.length) : '');
  const mutate = useMutateTogether();
  const chosen = readListView(list, value);
  const view = collection?.layout === 'board' ? { ...chosen, layout: collection.layout } : chosen;
  const change = (changes: Partial<ListView>) => {
    const next = { ...view, ...changes };
    const at = Date.now();
    const kept = collection && next.layout === 'board' ? { ...next, layout: usualView(list).layout } : next;
    const text = printListView(list, kept, value);
    const layout = next.layout === 'board' ? 'board' : 'list';
    const operations: Operation[] = [];
    if (text !== value) operations.push({ name: 'setting.set', args: { id, value: text, at } });
    if (collection && layout !== collection.layout)
      operations.push({ name: 'collection.edit', args: { id: collection.id, changes: { layout }, at } });
    void mutate(operations, null);
  };
  return [view, change];
}

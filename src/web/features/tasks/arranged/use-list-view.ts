import type { ArrangedList } from '#src/domain/lists/arrangement.ts';
import { printListView, readListView, usualView, type ListView } from '#src/domain/lists/list-view.ts';
import { viewSettingOf } from '#src/domain/lists/view-setting.ts';
import { useCollection, useRow } from '#src/web/data/rows.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';

/** How a list is shown on all devices of its user, and how to change that. A collection says itself whether it is a board. */
export function useListView(
  list: ArrangedList,
): readonly [ListView, change: (changes: Partial<ListView>) => void] {
  const id = viewSettingOf(list);
  const value = useRow('setting', id)?.value ?? '';
  const collection = useCollection(list.startsWith('in:') ? list.slice('in:'.length) : '');
  const mutate = useMutate();
  const said = readListView(list, value);
  const view = collection ? { ...said, layout: collection.layout } : said;
  const change = (changes: Partial<ListView>) => {
    const next = { ...view, ...changes };
    const at = Date.now();
    if (collection && (next.layout === 'board') !== (view.layout === 'board')) {
      const layout = next.layout === 'board' ? 'board' : 'list';
      void mutate('collection.edit', { id: collection.id, changes: { layout }, at }, null);
    }
    const kept = collection ? { ...next, layout: usualView(list).layout } : next;
    const text = printListView(list, kept, value);
    if (text !== value) void mutate('setting.set', { id, value: text, at }, null);
  };
  return [view, change];
}

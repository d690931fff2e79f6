import type { ReactNode } from 'react';
import type { ArrangedList } from '#src/domain/lists/arrangement.ts';
import { viewSettingOf } from '#src/domain/lists/view-setting.ts';
import { useCollection, useRow } from '#src/web/data/rows.ts';
import { LoadedBoundary } from '#src/web/features/tasks/loaded-boundary.tsx';
import { ArrangedTasks, ViewButton } from './arranged-chunk.ts';

interface ArrangedProps {
  readonly list: ArrangedList;
  /** What the list is called. */
  readonly label: string;
  /** Stands in its place when there are no tasks. */
  readonly empty: ReactNode;
  /** The list as it is usually. */
  readonly children: ReactNode;
}

/** A list as its user has chosen to see it: usual, until they choose. */
export function Arranged({ list, label, empty, children }: ArrangedProps) {
  const value = useRow('setting', viewSettingOf(list))?.value ?? '';
  const layout = useCollection(list.startsWith('in:') ? list.slice('in:'.length) : '')?.layout ?? 'list';
  return value === '' && layout === 'list' ? (
    children
  ) : (
    <ArrangedTasks key={list} list={list} label={label} empty={empty} />
  );
}

/** Opens the menu that chooses it. */
export function ViewMenu({ list }: { readonly list: ArrangedList }) {
  return (
    <LoadedBoundary>
      <ViewButton list={list} />
    </LoadedBoundary>
  );
}

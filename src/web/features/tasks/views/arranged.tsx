import type { ReactNode } from 'react';
import type { ArrangedList } from '#src/reading/lists/arrangement.ts';
import { viewSettingOf } from '#src/reading/lists/view-setting.ts';
import { useCollection, useRow } from '#src/web/data/rows.ts';
import { LoadedBoundary } from '#src/web/features/tasks/loaded-boundary.tsx';
import { ArrangedTasks, ViewButton } from './arranged-chunk.ts';

interface ArrangedProps {
  readonly list: ArrangedList;
  /** The name of the list. */
  readonly label: string;
  /** Shown in place of the list when it has no tasks. */
  readonly empty: ReactNode;
  /** The list in its usual view. */
  readonly children: ReactNode;
}

/** A list in the view that its user chose; in its usual view until they choose. */
export function Arranged({ list, label, empty, children }: ArrangedProps) {
  const value = useRow('setting', viewSettingOf(list))?.value ?? '';
  const layout = useCollection(list.startsWith('in:') ? list.slice('in:'.length) : '')?.layout ?? 'list';
  return value === '' && layout === 'list' ? (
    children
  ) : (
    <ArrangedTasks key={list} list={list} label={label} empty={empty} />
  );
}

interface ViewMenuProps {
  readonly list: ArrangedList;
  /** More tools of the page, before the button. */
  readonly children?: ReactNode;
}

/** The button that opens the menu of views. */
export function ViewMenu({ list, children }: ViewMenuProps) {
  return (
    <LoadedBoundary>
      {children}
      <ViewButton list={list} />
    </LoadedBoundary>
  );
}

import { createElement } from 'react';
import type { HistoryEntry } from '#src/reading/history/history.ts';
import type { Rows, TableName } from '#src/tables/tables.ts';
import { actionOf, type Action } from '#src/web/words/verbs.ts';
import { mainRowOf } from '#src/web/words/told.ts';
import { ArchiveRestore } from '#src/web/ui/icons/archive-arrow-up.ts';
import { Bell } from '#src/web/ui/icons/bell.ts';
import { Calendar } from '#src/web/ui/icons/calendar.ts';
import { Circle } from '#src/web/ui/icons/circle.ts';
import { CircleCheck } from '#src/web/ui/icons/circle-check.ts';
import { Flag } from '#src/web/ui/icons/flag.ts';
import { FolderInput } from '#src/web/ui/icons/folder-input.ts';
import { Folder } from '#src/web/ui/icons/folder.ts';
import type { IconComponent } from '#src/web/ui/icons/icon.ts';
import { ListFilter } from '#src/web/ui/icons/list-filter.ts';
import { Pencil } from '#src/web/ui/icons/pencil.ts';
import { Plus } from '#src/web/ui/icons/plus.ts';
import { Repeat } from '#src/web/ui/icons/repeat.ts';
import { Rows as RowsIcon } from '#src/web/ui/icons/rows-3.ts';
import { Sparkles } from '#src/web/ui/icons/sparkles.ts';
import { SlidersHorizontal } from '#src/web/ui/icons/sliders-horizontal.ts';
import { Tag } from '#src/web/ui/icons/tag.ts';
import { Target } from '#src/web/ui/icons/target.ts';
import { Text } from '#src/web/ui/icons/text.ts';
import { Trash } from '#src/web/ui/icons/trash.ts';

/** The icons for rows of other tables: their sentences say the operation. */
const TABLES: Readonly<Partial<Record<TableName, IconComponent>>> = {
  collection: Folder,
  section: RowsIcon,
  label: Tag,
  setting: SlidersHorizontal,
  dismissal: Text,
  reminder: Bell,
  filter: ListFilter,
  proposal: Sparkles,
};

const ACTIONS: Readonly<Partial<Record<Action, IconComponent>>> = {
  add: Plus,
  label: Tag,
  complete: CircleCheck,
  advance: CircleCheck,
  reopen: Circle,
  delete: Trash,
  purge: Trash,
  restore: ArchiveRestore,
};

/** The icons for edits of tasks, by the first of these columns that changed. */
const COLUMNS: readonly (readonly [keyof Rows['task'], IconComponent])[] = [
  ['name', Pencil],
  ['repeat', Repeat],
  ['date', Calendar],
  ['time', Calendar],
  ['duration', Calendar],
  ['collectionId', FolderInput],
  ['sectionId', FolderInput],
  ['parentId', FolderInput],
  ['deadline', Target],
  ['priority', Flag],
  ['description', Text],
];

/** The kind of a change, in its gutter. */
export function EntryIcon({
  entry,
  className,
}: {
  readonly entry: HistoryEntry;
  readonly className: string | undefined;
}) {
  return createElement(iconOf(entry), { size: 16, className });
}

function iconOf(entry: HistoryEntry): IconComponent {
  const row = mainRowOf(entry);
  if (!row) return Pencil;
  if (row.table !== 'task') return TABLES[row.table] ?? Pencil;
  return ACTIONS[actionOf(entry.operation)] ?? COLUMNS.find(([column]) => column in row.after)?.[1] ?? Pencil;
}

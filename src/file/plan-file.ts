import type { FileListName } from './data-file.ts';
import type { ExistingRows } from './existing-rows.ts';
import { ADJUSTED, type ImportPlan, type Note, type Reason } from './import-plan.ts';
import { planImport } from './plan-import.ts';
import { isRefusal, type Loss, type ReadFile, type Refusal } from '#src/file/source/source.ts';

/** The result for one entry of a file. */
export interface FileNote {
  readonly where: string;
  readonly name: string;
  readonly reason: Reason | Loss | Refusal;
  readonly detail: string;
}

/** The plan of an import of any format. */
export interface FilePlan extends ImportPlan {
  /** The entries that stay out. */
  readonly refused: readonly FileNote[];
  /** The losses of entries that are added, and of the whole file. */
  readonly told: readonly FileNote[];
  /** The number of entries that were imported before. */
  readonly here: number;
  /** The number of entries that are refused because a table has no room for them. */
  readonly tooMany: number;
}

/** Plans the additions of a file, with everything that is refused or lost. `now`: ms since 1970 UTC. */
export function planFile(file: ReadFile, existing: ExistingRows, now: number): FilePlan {
  const plan = planImport(file.lists, existing, now);
  const { notes } = plan;
  const planned = notes.filter(({ reason }) => reason !== 'ALREADY_HERE');
  const all = [
    ...file.notes.map((note) => ({ note, isRefused: isRefusal(note.reason) })),
    ...planned.map((note) => ({ note: inSource(note, file), isRefused: !ADJUSTED.has(note.reason) })),
  ];
  const notesOf = (isRefused: boolean) =>
    all.flatMap((each) => (each.isRefused === isRefused ? [each.note] : []));
  return {
    ...plan,
    refused: notesOf(true),
    told: notesOf(false),
    here: notes.length - planned.length,
    tooMany: notes.filter(({ reason }) => reason === 'TABLE_LIMIT').length,
  };
}

function inSource({ list, place, name, reason }: Note, { places }: ReadFile): FileNote {
  return { where: places[list][place - 1] ?? placeIn(list, place), name, reason, detail: '' };
}

function placeIn(list: FileListName, place: number): string {
  return `${list} ${place}`;
}

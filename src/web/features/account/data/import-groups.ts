import type { FilePlan } from '#src/file/plan-file.ts';
import type { Note } from '#src/file/import-plan.ts';
import { reasonText } from '#src/file/reason-texts.ts';
import { isRefusal, type ReadFile, type SourceNote } from '#src/file/source/source.ts';
import { groupNotes, nameText, placeText } from './import-texts.ts';

/** Entries of a file with the same result. */
export interface EntryGroup {
  readonly text: string;
  readonly count: number;
  /** The first of them. */
  readonly entries: readonly { readonly name: string; readonly where: string }[];
}

export interface EntryGroups {
  /** The entries that stay out. */
  readonly refused: readonly EntryGroup[];
  /** The losses of entries that are added. */
  readonly told: readonly EntryGroup[];
}

/** The most entries of a group that are named. */
const NAMED = 100;

/** All refusals, losses and changes, by kind, the most frequent first (rule I2). */
export function groupsOf(plan: FilePlan, file: ReadFile): EntryGroups {
  const { skipped, adjusted } = groupNotes(plan.notes);
  const entryOf = (note: Note) => ({
    name: nameText(note),
    where: file.places[note.list][note.place - 1] ?? placeText(note),
  });
  const planned = (groups: typeof skipped) =>
    groups.map(({ text, notes }) => ({
      text,
      count: notes.length,
      entries: notes.slice(0, NAMED).map(entryOf),
    }));
  const read = (isWanted: (note: SourceNote) => boolean) =>
    [...Map.groupBy(file.notes.filter(isWanted), ({ reason }) => reason)].map(([reason, notes]) => ({
      text: reasonText(reason),
      count: notes.length,
      entries: notes.slice(0, NAMED).map(({ name, where, detail }) => ({
        name: [name, detail].filter(Boolean).join(': '),
        where,
      })),
    }));
  return {
    refused: byCount([...read(({ reason }) => isRefusal(reason)), ...planned(skipped)]),
    told: byCount([...read(({ reason }) => !isRefusal(reason)), ...planned(adjusted)]),
  };
}

function byCount(groups: readonly EntryGroup[]): readonly EntryGroup[] {
  return groups.toSorted((a, b) => b.count - a.count);
}

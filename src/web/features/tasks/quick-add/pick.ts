import { nameWithout } from '#src/domain/quick-add/name.ts';
import type { Part } from '#src/domain/quick-add/types.ts';
import type { TaskDraft } from '#src/web/features/tasks/draft/task-form.ts';
import { isReplaced } from './apply-parts.ts';
import type { LineReader } from './line-reader.ts';
import type { LineState, PickedFields } from './reading.ts';
import type { LineSources } from './use-line-sources.ts';

/**
 * Picks fields of a draft. The words that the pick replaces leave the line. All other fields stay as the form shows them: the form sets
 * fields that the same words said too (`tonight`: a day and a time), and fields whose words are not understood without them. Text stays
 * text.
 */
export function pickFields(
  reader: LineReader,
  draft: TaskDraft,
  changes: Partial<TaskDraft>,
  sources: LineSources,
  before: LineState,
): PickedFields {
  const { reading, parts, target } = reader.readParts(draft, sources, before);
  const leaving = new Set(parts.filter((part) => isReplaced(part, changes, target)).map(({ from }) => from));
  if (leaving.size === 0) return { fields: changes, text: [] };
  const picked = new Set([...before.picked, ...(Object.keys(changes) as (keyof TaskDraft)[])]);
  const text = new Set<string>();
  for (;;) {
    const name = nameWithout(
      draft.name,
      parts.filter(({ from }) => leaving.has(from)),
    );
    if (name === null) return { fields: changes, text: [] };
    const state = { ...before, picked, kept: [...before.kept, ...text] };
    const after = reader.readParts({ ...draft, ...changes, name }, sources, state);
    const staying = parts.filter(({ from }) => !leaving.has(from));
    const lost = without(staying, draft.name, after.parts, name);
    const news = without(after.parts, name, staying, draft.name);
    const isDone = lost.length === 0 && news.every((part) => text.has(wordsOf(part, name)));
    if (isDone) {
      const form = { ...draft, ...changes, name };
      const wanted = { ...draft, ...reading.changes, ...changes, name };
      return {
        fields: { ...changes, name, ...differing(wanted, { ...form, ...after.reading.changes }) },
        text: [...text],
      };
    }
    for (const { from } of lost) leaving.add(from);
    if (lost.length === 0) for (const part of news) text.add(wordsOf(part, name));
  }
}

function wordsOf({ from, to }: Part, text: string): string {
  return text.slice(from, to).trim();
}

/** The parts of a text that another text does not have. */
function without(parts: readonly Part[], text: string, others: readonly Part[], otherText: string): Part[] {
  const keyOf = ({ from, to, ...meaning }: Part, of: string) =>
    `${of.slice(from, to).trim()} ${JSON.stringify(meaning)}`;
  const known = new Set(others.map((part) => keyOf(part, otherText)));
  return parts.filter((part) => !known.has(keyOf(part, text)));
}

/** The fields of `wanted` that differ in `there`. */
function differing(wanted: TaskDraft, there: TaskDraft): Partial<TaskDraft> {
  const names = Object.keys(wanted) as (keyof TaskDraft)[];
  return Object.fromEntries(
    names.filter((name) => wanted[name] !== there[name]).map((name) => [name, wanted[name]]),
  );
}

import { newId } from '#src/domain/id.ts';
import { LIMITS } from '#src/domain/limits.ts';
import type { Operation } from '#src/tables/operations.ts';
import { additionOf } from '#src/web/features/tasks/draft/save-task.ts';
import { NO_DATE, NO_DETAILS, type TaskDraft } from '#src/web/features/tasks/draft/task-form.ts';
import { remindersIn, withMoments } from '#src/web/features/tasks/draft/draft-reminders.ts';
import type { LineReader } from './line-reader.ts';
import { fitted, type Line } from './lines.ts';
import { NEW_LINE, type LineState, type Reading } from './reading.ts';
import type { LineSources } from './use-line-sources.ts';

/** The state of a line that becomes a sub-task. Its place is that of its parent. */
const BELOW: LineState = { ...NEW_LINE, byHand: new Set(['collectionId', 'sectionId', 'parentId']) };

/** Reads a line as planLines does, to show it. `isBelow`: it is indented. */
export function readLine(
  reader: LineReader,
  text: string,
  isBelow: boolean,
  base: TaskDraft,
  sources: LineSources,
): Reading {
  return reader.read({ ...base, name: fitted(text).name }, sources, isBelow ? BELOW : NEW_LINE);
}

type Read = (draft: TaskDraft, state: LineState) => Reading;

/**
 * The operations that add each line as a task, one line after the other. A task gets the fields of `base`, then those of its line. An
 * indented line becomes a sub-task of a line above it. `at`: the time of the first task, ms since 1970 UTC. `first`: operations that come
 * before it.
 */
export function* planLines(
  lines: readonly Line[],
  base: TaskDraft,
  read: Read,
  at: number,
  first: readonly Operation[] = [],
): Generator<Operation[]> {
  // Each task gets reminders of its own.
  const reminders = withMoments(
    '',
    remindersIn(base.reminders).map(({ when }) => when),
  );
  const above: { readonly id: string; readonly collectionId: string; children: number }[] = [];
  for (const [place, { text, level }] of lines.entries()) {
    above.length = level;
    const parent = above.at(-1);
    const isBelow = parent !== undefined && parent.children < LIMITS.subTasks;
    const { name, description } = fitted(text);
    const own = isBelow
      ? {
          ...NO_DETAILS,
          date: NO_DATE,
          labels: '',
          added: '',
          reminders: '',
          collectionId: parent.collectionId,
        }
      : {};
    const draft = { ...base, reminders, ...own, name, description };
    const reading = read(draft, isBelow ? BELOW : NEW_LINE);
    const parentId = isBelow ? parent.id : null;
    const task = description === '' ? { ...draft, ...reading.changes, name: reading.name } : draft;
    const id = newId();
    if (isBelow) parent.children += 1;
    above.push({ id, collectionId: task.collectionId, children: 0 });
    yield [
      ...(place === 0 ? first : []),
      ...additionOf({ ...task, ...(isBelow && { parentId }) }, id, at + place),
    ];
  }
}

import { parseDue } from '#src/domain/due-text.ts';
import { hasId, hasRoomFor, withId } from '#src/domain/id-set.ts';
import type { Part, PartKind, QuickAddFields, Reminder } from '#src/domain/quick-add/types.ts';
import { instantOf } from '#src/domain/repeat/local-time.ts';
import { withNamed } from '#src/web/features/tasks/draft/named-rows.ts';
import type { TaskDraft } from '#src/web/features/tasks/draft/task-form.ts';
import {
  isThereAlready,
  remindersIn,
  withSaid,
  type When,
} from '#src/web/features/tasks/draft/draft-reminders.ts';
import type { LineState, Reading } from './reading.ts';

/** The ids of what there is, by name; of sections, by the name of their collection. */
export interface Named {
  readonly collections: ReadonlyMap<string, string>;
  readonly labels: ReadonlyMap<string, string>;
  readonly sections: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly nameOf: (collectionId: string) => string | null;
}

/** The field of a task that a part sets, or adds to. */
const FIELDS: Readonly<Record<PartKind, keyof TaskDraft>> = {
  date: 'date',
  time: 'time',
  duration: 'duration',
  deadline: 'deadline',
  priority: 'priority',
  collection: 'collectionId',
  section: 'sectionId',
  label: 'labels',
  repeat: 'repeat',
  reminder: 'reminders',
};

/** What a line is applied to. */
export interface Target {
  readonly draft: TaskDraft;
  readonly state: LineState;
  readonly named: Named;
  /** IANA name, of the moments that a line says. */
  readonly zone: string;
}

/** Whether a part sets its field. */
export function isApplied(part: Part, { state: { byHand } }: Target): boolean {
  return !byHand.has(FIELDS[part.kind]);
}

/** Whether a part says something else than `changes`, which were picked. */
export function isReplaced(part: Part, changes: Partial<TaskDraft>, { named, zone }: Target): boolean {
  const { labels, reminders } = changes;
  const { kind } = part;
  if (kind === 'label') return labels !== undefined && !hasId(labels, named.labels.get(part.value) ?? '');
  if (kind === 'reminder')
    return reminders !== undefined && !isThereAlready(remindersIn(reminders), whenOf(part.value, zone));
  return FIELDS[kind] in changes || (kind === 'repeat' && 'repeatFrom' in changes);
}

function whenOf(value: Reminder, zone: string): When {
  const due = typeof value === 'number' ? null : parseDue(value);
  const remindAt = due && instantOf(due, zone);
  return remindAt === null ? { minutesBefore: Number(value) } : { remindAt };
}

/** What parts make of the fields of a draft. */
export function applyParts(
  parts: readonly Part[],
  fields: QuickAddFields,
  target: Target,
): Pick<Reading, 'changes' | 'newCollection'> {
  const { draft, named, zone } = target;
  const { byHand, picked, created } = target.state;
  const applied = parts.filter((part) => isApplied(part, target));
  const isSaid = (kind: PartKind) => applied.some((part) => part.kind === kind);
  const changes: { -readonly [Name in keyof TaskDraft]?: TaskDraft[Name] } = {};
  // A time or a repeat that stands alone has its day from the parser.
  const isDated = isSaid('date') || (!picked.has('date') && (isSaid('time') || isSaid('repeat')));
  if (isDated && fields.date !== null && !byHand.has('date')) changes.date = fields.date;
  if (isSaid('time')) changes.time = fields.time;
  if (isSaid('duration')) changes.duration = fields.duration;
  if (isSaid('deadline')) changes.deadline = fields.deadline;
  if (isSaid('priority') && fields.priority !== null) changes.priority = fields.priority;
  if (isSaid('repeat')) {
    changes.repeat = fields.repeat;
    changes.repeatFrom = fields.repeatFrom ?? 'date';
    changes.repeatStart = null;
    changes.repeatDue = null;
    // A repeat by the hour begins at a time, also where none is said.
    if (fields.time !== null && draft.time === null && !byHand.has('time')) changes.time = fields.time;
  }
  const collectionId = isSaid('collection') ? named.collections.get(fields.collection ?? '') : undefined;
  if (collectionId !== undefined && collectionId !== draft.collectionId) {
    changes.collectionId = collectionId;
    changes.sectionId = null;
    changes.parentId = null;
  }
  const home = named.nameOf(changes.collectionId ?? draft.collectionId) ?? '';
  const sectionId = isSaid('section') ? named.sections.get(home)?.get(fields.section ?? '') : undefined;
  if (sectionId !== undefined) changes.sectionId = sectionId;
  const labels = applied.flatMap((part) =>
    part.kind === 'label' ? (named.labels.get(part.value) ?? []) : [],
  );
  const withLabels = labels.reduce((set, id) => (hasRoomFor(set, id) ? withId(set, id) : set), draft.labels);
  if (withLabels !== draft.labels) changes.labels = withLabels;
  const moments = applied.flatMap((part) => (part.kind === 'reminder' ? [whenOf(part.value, zone)] : []));
  const reminders = withSaid(draft.reminders, moments);
  if (reminders !== draft.reminders) changes.reminders = reminders;
  const isUsed = (id: string) => id === sectionId || hasId(changes.labels ?? draft.labels, id);
  const added = created.filter(({ id, kind }) => kind !== 'collection' && isUsed(id));
  if (added.length > 0)
    changes.added = added.reduce((lines, { id, name }) => withNamed(lines, id, name), draft.added);
  const newCollection = created.find(({ id }) => id === (changes.collectionId ?? draft.collectionId)) ?? null;
  return { changes, newCollection };
}

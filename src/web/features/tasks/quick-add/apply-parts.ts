import { parseDue } from '#src/domain/repeat/due-text.ts';
import { hasId, hasRoomFor, withId } from '#src/domain/id-set.ts';
import type { Part, PartKind, QuickAddFields, Reminder } from '#src/domain/quick-add/types.ts';
import { instantOf } from '#src/domain/repeat/local-time.ts';
import { withNamed } from '#src/web/features/tasks/draft/named-rows.ts';
import { changesBeside, NO_DATE, type TaskDraft } from '#src/web/features/tasks/draft/task-form.ts';
import {
  isThereAlready,
  remindersIn,
  withMoments,
  type When,
} from '#src/web/features/tasks/draft/draft-reminders.ts';
import type { LineState, Reading } from './reading.ts';

/** The ids of collections and labels by name, and of sections by the name of their collection and their own. */
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

/** The draft that a line is applied to, with all that decides on the result. */
export interface Target {
  readonly draft: TaskDraft;
  readonly state: LineState;
  readonly named: Named;
  /** The zone of the moments that a line says, an IANA name. */
  readonly zone: string;
}

/** True if a part sets its field. A field that was set by hand stays. */
export function isApplied(part: Part, { state: { byHand } }: Target): boolean {
  return fieldsOf(part).every((field) => !byHand.has(field));
}

/** The fields that a part decides on. A task without a date has no time and no repeat. */
function fieldsOf(part: Part): readonly (keyof TaskDraft)[] {
  return part.kind === 'date' && part.value === null ? ['date', 'time', 'repeat'] : [FIELDS[part.kind]];
}

/** True if the picked `changes` replace the part. */
export function isReplaced(part: Part, changes: Partial<TaskDraft>, { named, zone }: Target): boolean {
  const { labels, reminders } = changes;
  const { kind } = part;
  if (kind === 'label') return labels !== undefined && !hasId(labels, named.labels.get(part.value) ?? '');
  if (kind === 'reminder')
    return reminders !== undefined && !isThereAlready(remindersIn(reminders), whenOf(part.value, zone));
  return fieldsOf(part).some((field) => field in changes) || (kind === 'repeat' && 'repeatFrom' in changes);
}

function whenOf(value: Reminder, zone: string): When {
  const due = typeof value === 'number' ? null : parseDue(value);
  const remindAt = due && instantOf(due, zone);
  return remindAt === null ? { minutesBefore: Number(value) } : { remindAt };
}

/** `no date` leaves no time and no repeat either. */
function undated(): Partial<TaskDraft> {
  return { date: NO_DATE, ...changesBeside({ date: NO_DATE }) };
}

/** Applies the parts of a line to the fields of a draft. */
export function applyParts(
  parts: readonly Part[],
  fields: QuickAddFields,
  target: Target,
): Pick<Reading, 'changes' | 'newCollection'> {
  const { draft, named, zone } = target;
  const { byHand, picked, created } = target.state;
  const applied = parts.filter((part) => isApplied(part, target));
  const hasPart = (kind: PartKind) => applied.some((part) => part.kind === kind);
  const changes: { -readonly [Name in keyof TaskDraft]?: TaskDraft[Name] } = {};
  // A time or a repeat without a day gets its day from the parser.
  const isDated = hasPart('date') || (!picked.has('date') && (hasPart('time') || hasPart('repeat')));
  if (isDated && fields.date !== null && !byHand.has('date')) changes.date = fields.date;
  if (hasPart('date') && fields.date === null) Object.assign(changes, undated());
  if (hasPart('time')) changes.time = fields.time;
  if (hasPart('duration')) changes.duration = fields.duration;
  if (hasPart('deadline')) changes.deadline = fields.deadline;
  if (hasPart('priority') && fields.priority !== null) changes.priority = fields.priority;
  if (hasPart('repeat')) {
    changes.repeat = fields.repeat;
    changes.repeatFrom = fields.repeatFrom ?? 'date';
    changes.repeatStart = null;
    changes.repeatDue = null;
    // An hourly repeat begins at a time, even if the line says none.
    if (fields.time !== null && draft.time === null && !byHand.has('time')) changes.time = fields.time;
  }
  const collectionId = hasPart('collection') ? named.collections.get(fields.collection ?? '') : undefined;
  if (collectionId !== undefined && collectionId !== draft.collectionId) {
    changes.collectionId = collectionId;
    changes.sectionId = null;
    changes.parentId = null;
  }
  const home = named.nameOf(changes.collectionId ?? draft.collectionId) ?? '';
  const sectionId = hasPart('section') ? named.sections.get(home)?.get(fields.section ?? '') : undefined;
  if (sectionId !== undefined) changes.sectionId = sectionId;
  const labels = applied.flatMap((part) =>
    part.kind === 'label' ? (named.labels.get(part.value) ?? []) : [],
  );
  const withLabels = labels.reduce((set, id) => (hasRoomFor(set, id) ? withId(set, id) : set), draft.labels);
  if (withLabels !== draft.labels) changes.labels = withLabels;
  const moments = applied.flatMap((part) => (part.kind === 'reminder' ? [whenOf(part.value, zone)] : []));
  const reminders = withMoments(draft.reminders, moments);
  if (reminders !== draft.reminders) changes.reminders = reminders;
  const isUsed = (id: string) => id === sectionId || hasId(changes.labels ?? draft.labels, id);
  const added = created.filter(({ id, kind }) => kind !== 'collection' && isUsed(id));
  if (added.length > 0)
    changes.added = added.reduce((lines, { id, name }) => withNamed(lines, id, name), draft.added);
  const newCollection = created.find(({ id }) => id === (changes.collectionId ?? draft.collectionId)) ?? null;
  return { changes, newCollection };
}

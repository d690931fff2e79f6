import { hasRoomFor, withId } from '#src/domain/id-set.ts';
import type { Part, PartKind, QuickAddFields } from '#src/domain/quick-add/types.ts';
import { withNamed } from '#src/web/features/tasks/details/named-rows.ts';
import type { TaskDraft } from '#src/web/features/tasks/dialog/task-form.ts';
import type { LineState, Reading } from './reading.ts';

/** The ids of what there is, by name; of sections, by the name of their collection. */
export interface Named {
  readonly collections: ReadonlyMap<string, string>;
  readonly labels: ReadonlyMap<string, string>;
  readonly sections: ReadonlyMap<string, ReadonlyMap<string, string>>;
  readonly nameOf: (collectionId: string) => string | null;
}

/** The field of a task that a part sets; null for what adds to one. Reminders have none yet: they stay text. */
const FIELDS: Readonly<Record<PartKind, keyof TaskDraft | 'reminder' | null>> = {
  date: 'date',
  time: 'time',
  duration: 'duration',
  deadline: 'deadline',
  priority: 'priority',
  collection: 'collectionId',
  section: 'sectionId',
  label: null,
  repeat: 'repeat',
  reminder: 'reminder',
};

/** Whether a part sets its field: what was set by hand stays so. */
export function isApplied({ kind }: Part, byHand: LineState['byHand']): boolean {
  const field = FIELDS[kind];
  return field !== 'reminder' && (field === null || !byHand.has(field));
}

/** What parts make of the fields of a draft. */
export function applyParts(
  parts: readonly Part[],
  fields: QuickAddFields,
  draft: TaskDraft,
  { byHand, created }: LineState,
  named: Named,
): Pick<Reading, 'changes' | 'newCollection'> {
  const isSaid = (kind: PartKind) => parts.some((part) => part.kind === kind && isApplied(part, byHand));
  const changes: { -readonly [Name in keyof TaskDraft]?: TaskDraft[Name] } = {};
  // A time or a repeat that stands alone has its day from the parser.
  const isDated = isSaid('date') || isSaid('time') || isSaid('repeat');
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
  const labels = parts.flatMap((part) => (part.kind === 'label' ? (named.labels.get(part.value) ?? []) : []));
  const withLabels = labels.reduce((set, id) => (hasRoomFor(set, id) ? withId(set, id) : set), draft.labels);
  if (withLabels !== draft.labels) changes.labels = withLabels;
  const isUsed = (id: string) => id === sectionId || labels.includes(id);
  const added = created.filter(({ id, kind }) => kind !== 'collection' && isUsed(id));
  if (added.length > 0)
    changes.added = added.reduce((lines, { id, name }) => withNamed(lines, id, name), draft.added);
  const newCollection = created.find(({ id }) => id === changes.collectionId) ?? null;
  return { changes, newCollection };
}

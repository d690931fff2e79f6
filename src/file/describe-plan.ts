import { idsIn } from '#src/domain/id-set.ts';
import type { Operation } from '#src/tables/operations.ts';
import type { ExistingRows } from './existing-rows.ts';
import type { FileNote, FilePlan } from './plan-file.ts';
import { reasonText } from './reason-texts.ts';
import type { FormatName } from '#src/file/source/source.ts';

/** A task as it will be, with names in place of ids. A value that is the default is left out. */
export interface DescribedTask {
  readonly name: string;
  readonly description?: string;
  readonly collection: string;
  readonly section?: string;
  readonly parent?: string;
  readonly date?: string;
  readonly time?: string;
  readonly zone?: string;
  /** In minutes. */
  readonly duration?: number;
  readonly deadline?: string;
  readonly priority?: number;
  readonly labels?: readonly string[];
  readonly repeat?: string;
  readonly repeatFrom?: 'completion';
  /** Instants are ISO 8601 in UTC. */
  readonly reminders?: readonly ({ readonly minutesBefore: number } | { readonly at: string })[];
  readonly done?: true;
  readonly completedAt?: string;
  readonly createdAt?: string;
}

export interface DescribedPlan {
  readonly format: FormatName;
  readonly counts: FilePlan['added'];
  /** The number of entries that were imported before. */
  readonly here: number;
  /** The number of entries that the account has no room for. */
  readonly tooMany: number;
  readonly collections: readonly {
    readonly name: string;
    readonly parent?: string;
    readonly color: string;
    readonly archived?: true;
    readonly favourite?: true;
    readonly layout?: 'board';
  }[];
  readonly sections: readonly { readonly collection: string; readonly name: string }[];
  readonly labels: readonly string[];
  readonly filters: readonly { readonly name: string; readonly query: string }[];
  readonly tasks: readonly DescribedTask[];
  readonly refused: readonly DescribedNote[];
  readonly told: readonly DescribedNote[];
}

type DescribedNote = FileNote & { readonly what: string };

type Args<Name extends Operation['name']> = Extract<Operation, { readonly name: Name }>['args'];

/** The plan for people and programs to read, before anything is written. */
export function describePlan(plan: FilePlan, format: FormatName, existing: ExistingRows): DescribedPlan {
  const of = <Name extends Operation['name']>(name: Name) =>
    plan.operations.filter((each) => each.name === name).map(({ args }) => args as Args<Name>);
  const names = new Map(
    (['collection.add', 'section.add', 'label.add', 'task.add'] as const).flatMap((name) =>
      of(name).map((args): [string, string] => [args.id, args.name]),
    ),
  );
  const nameOf = (table: 'collection' | 'section' | 'label' | 'task', id: string) =>
    names.get(id) ?? existing.get(table, id)?.name ?? id;
  const parents = new Map(of('collection.edit').map(({ id, changes }) => [id, changes.parentId ?? null]));
  const parentName = (id: string | null | undefined) => (id ? nameOf('collection', id) : null);
  // Labels of a task are a set of ids. Here they come in the order of the file.
  const ranks = new Map(of('label.add').map(({ id }, rank) => [id, rank]));
  const byRank = (a: string, b: string) => (ranks.get(a) ?? -1) - (ranks.get(b) ?? -1);
  const completed = new Map(of('task.complete').map(({ id, at }) => [id, at]));
  const reminders = Map.groupBy(of('reminder.add'), ({ taskId }) => taskId);
  const noted = (notes: readonly FileNote[]) =>
    notes.map((note) => ({ ...note, what: reasonText(note.reason) }));
  return {
    format,
    counts: plan.added,
    here: plan.here,
    tooMany: plan.tooMany,
    collections: of('collection.add').map(({ id, name, color, archivedAt, isFavourite, layout }) => ({
      name,
      ...given('parent', parentName(parents.get(id))),
      color,
      ...((archivedAt ?? null) !== null && { archived: true as const }),
      ...(isFavourite === 1 && { favourite: true as const }),
      ...(layout === 'board' && { layout }),
    })),
    sections: of('section.add').map(({ collectionId, name }) => ({
      collection: nameOf('collection', collectionId),
      name,
    })),
    labels: of('label.add').map(({ name }) => name),
    filters: of('filter.add').map(({ name, query }) => ({ name, query })),
    tasks: of('task.add').map((args) => ({
      name: args.name,
      ...given('description', args.description || null),
      collection: nameOf('collection', args.collectionId),
      ...given('section', args.sectionId && nameOf('section', args.sectionId)),
      ...given('parent', args.parentId && nameOf('task', args.parentId)),
      ...given('date', args.date),
      ...given('time', args.time),
      ...given('zone', args.zone),
      ...given('duration', args.duration),
      ...given('deadline', args.deadline),
      ...given('priority', args.priority === 4 ? null : args.priority),
      ...given(
        'labels',
        args.labels
          ? idsIn(args.labels)
              .toSorted(byRank)
              .map((id) => nameOf('label', id))
          : null,
      ),
      ...given('repeat', args.repeat),
      ...given('repeatFrom', args.repeat && args.repeatFrom === 'completion' ? args.repeatFrom : null),
      ...given('reminders', reminders.get(args.id)?.map(describedReminder)),
      ...given('done', completed.has(args.id) ? true : null),
      ...given('completedAt', isoOf(completed.get(args.id))),
      ...given('createdAt', isoOf(args.at)),
    })),
    refused: noted(plan.refused),
    told: noted(plan.told),
  };
}

function describedReminder({ minutesBefore, remindAt }: Args<'reminder.add'>) {
  const at = isoOf(remindAt);
  return at === null ? { minutesBefore: minutesBefore ?? 0 } : { at };
}

/** A field, unless it has no value. */
function given<Name extends keyof DescribedTask>(
  name: Name,
  value: DescribedTask[Name] | null,
): Pick<Partial<DescribedTask>, Name> {
  return (value === null || value === undefined ? {} : { [name]: value }) as Pick<
    Partial<DescribedTask>,
    Name
  >;
}

function isoOf(instant: number | null | undefined): string | null {
  return typeof instant === 'number' ? new Date(instant).toISOString() : null;
}

import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import type { Collection } from '#src/tables/collection/collection.ts';
import type { Rows, TableName } from '#src/tables/tables.ts';
import type { Task } from '#src/tables/task/task.ts';
import { isKnownMutation, type Mutation } from '#src/tables/operations.ts';
import type { NamedTable, TitledTable } from '#src/tables/kit/named.ts';
import type { AddMutation } from '#src/web/data/rejected-add.ts';
import { quote, type Description } from '#src/web/words/table-words.ts';
import { wordsFor } from '#src/web/words/words.ts';

/** Finds the rows that a mutation names only by id. */
export interface Lookup {
  task(id: string): Task | undefined;
  collection(id: string): Collection | undefined;
  get<T extends TableName>(table: T, id: string): Rows[T] | undefined;
  /** All rows of the table, deleted or not. */
  rows<T extends 'task' | 'section'>(table: T): readonly Rows[T][];
  rejectedAdd(id: string): AddMutation | undefined;
  /**
   * True when the server rejected restoring the row because it has purged it, and the user has not settled
   * that yet.
   */
  isPurged(id: string): boolean;
  /** The id of the existing row with the name; of sections, in that collection. */
  named(table: NamedTable, name: string, collectionId?: string): string | undefined;
}

/** The mutation in words, by those for its operation. */
export function describeMutation(mutation: Mutation, lookup: Lookup, today: CalendarDay): Description {
  if (!isKnownMutation(mutation)) return describeUnknown(mutation);
  const rejectedName = (id: string) => lookup.rejectedAdd(id)?.args.name;
  const taskName = (id: string) => quote(lookup.task(id)?.name ?? rejectedName(id) ?? 'a deleted task');
  const collectionName = (id: string) =>
    lookup.collection(id)?.name ?? rejectedName(id) ?? 'a deleted collection';
  const nameIn = (table: TitledTable, id: string) => lookup.get(table, id)?.name ?? `a deleted ${table}`;
  return wordsFor(mutation.name).describe(mutation.args, {
    today,
    task: taskName,
    collection: collectionName,
    named: nameIn,
    row: (table, id) => lookup.get(table, id),
  });
}

/** All its texts, so that none of the user's text is lost. */
function describeUnknown({ name, args }: { readonly name: string; readonly args: object }): Description {
  return { title: `A change by another version of Sunglow (${name})`, details: textsIn(args) };
}

function textsIn(args: object): Description['details'] {
  return Object.entries(args).flatMap(([label, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return textsIn(value);
    return label === 'id' || label === 'at' ? [] : [{ id: label, label, value: String(value) }];
  });
}

/** All of it as plain text, for pasting elsewhere. */
export function asText({ title, details }: Description): string {
  return [title, ...details.map(({ label, value }) => `${label}: ${value}`)].join('\n');
}

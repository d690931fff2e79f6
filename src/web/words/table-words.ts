import type { CalendarDay } from '#src/domain/time/calendar-day.ts';
import { COLORS, type ColorHex } from '#src/domain/colors.ts';
import type { Rows, TableName } from '#src/tables/tables.ts';
import type { TitledTable } from '#src/tables/kit/named.ts';
import type { MutatorArgs, MutatorName } from '#src/tables/operations.ts';
import type { RowHistory } from '#src/reading/history/history.ts';
import type { HistoryEntry } from '#src/sync/client/storage/history-entries.ts';
import type { Clock } from '#src/domain/time/time-of-day.ts';

/** The words for a table: a new operation without its words does not compile. */
export interface TableWords<T extends TableName> {
  readonly operations: { readonly [A in ActionOf<T>]: OperationWords<`${T}.${A}` & MutatorName> };
  /** Names a change that more than its operation's name tells, such as an edit that only moves; null for any other change. */
  readonly changeText?: (entry: HistoryEntry, isDone: boolean) => string | null;
  /** How the history shows the columns, in this order. It leaves out all others. */
  readonly columns: { readonly [C in keyof Rows[T]]?: FieldWord<Rows[T][C]> | null };
  /** The remedy for a row that cannot be below the wanted one. */
  readonly toTop?: string;
  /** As `OperationWords.told`, by what changed; null for the operation's own words. */
  readonly toldChange?: (
    action: ActionOf<T>,
    after: Partial<Rows[T]>,
    others: readonly RowHistory[],
  ) => string | null;
}

/** The operations of a table, without its name: `add`, `edit`. */
export type ActionOf<T extends TableName> = MutatorName extends infer N
  ? N extends `${T}.${infer A}`
    ? A
    : never
  : never;

export interface OperationWords<N extends MutatorName> {
  /** The operation once it is done, as in `task completed`; `many` for several rows at once. */
  readonly done: string;
  readonly many?: string;
  /** The operation in the history, with `#` for the rows and `@` for their collection: `added # to @`. */
  readonly told: string;
  /** Describes the rejected operation. */
  readonly describe: (args: MutatorArgs<N>, names: Names) => Description;
  readonly remedies: Remedies<N>;
}

/** The remedies of a rejected operation. `features/attention` chooses among them by the present rows. */
export interface Remedies<N extends MutatorName> {
  /** The row that the operation needs before it can be sent again. `live`: the row must not be deleted. */
  readonly needs: 'nothing' | 'row' | 'live';
  /** The collection that the operation puts its row into. Another one may take its place. */
  readonly into?: (args: MutatorArgs<N>, row: RowState) => string | undefined;
  /** True if this device adds the row again once the server has purged it. */
  readonly addsAgain?: true;
  /** The earlier change of the row that the operation takes back: a row that comes back for it needs none. */
  readonly takesBack?: MutatorName;
  /** The change of a task that had the rejected row, so that it gets the existing row of that name; null for any other task. */
  readonly useExisting?: (task: Rows['task'], rejected: string, existing: string) => Unstamped | null;
}

/** The row of a rejected operation at present. */
export interface RowState {
  readonly isThere: boolean;
  /** True for a task that is not completed. */
  readonly isOpen: boolean;
}

/** A change of a task before it has its time. */
type Unstamped = {
  readonly [N in 'task.edit' | 'task.label']: {
    readonly name: N;
    readonly args: Omit<MutatorArgs<N>, 'at'>;
  };
}['task.edit' | 'task.label'];

/** A mutation in words: what the user did, and what it said. */
export interface Description {
  /** `Add task “Buy milk”`. */
  readonly title: string;
  /** Each field it would have set, in the user's own text. */
  readonly details: readonly Detail[];
}

interface Detail {
  readonly id: string;
  readonly label: string;
  readonly value: string;
}

/** The names of rows that a mutation knows by id alone, with a stand-in for a row that is gone. */
export interface Names {
  readonly today: CalendarDay;
  /** In quotes. */
  readonly task: (id: string) => string;
  readonly collection: (id: string) => string;
  readonly named: (table: TitledTable, id: string) => string;
  readonly row: <T extends 'reminder' | 'dismissal'>(table: T, id: string) => Rows[T] | undefined;
}

/** The names for the history. */
export interface HistoryNames extends Names {
  readonly clock: Clock;
  /** The name of a row, with that of its task for a reminder; null where it is gone. */
  readonly title: (row: RowHistory) => string | null;
}

interface FieldWord<Value> {
  readonly label: string;
  readonly tell: (value: Value, names: Names) => string;
  /** A value in the history, where no label is beside it. By default as `tell`. */
  readonly alone?: (value: NonNullable<Value>, names: HistoryNames, id: string) => string;
  /** The words for no value in the history. By default `no` and the label. */
  readonly none?: string;
}

/** How the fields of a row are told; null for a field that is not. */
export type FieldWords<Fields> = { readonly [Field in keyof Fields]: FieldWord<Fields[Field]> | null };

/** The details of the fields that are set, in the order of their words. */
export function describeFields<Fields extends object>(
  words: FieldWords<Fields>,
  fields: Partial<NoInfer<Fields>>,
  names: Names,
): readonly Detail[] {
  return (Object.keys(words) as (keyof Fields & string)[]).flatMap((id) => {
    const [of, value] = [words[id], fields[id]];
    return of && value !== undefined ? [{ id, label: of.label, value: of.tell(value, names) }] : [];
  });
}

export const yesOrNo = (is: boolean) => (is ? 'Yes' : 'No');

export function colorName(color: ColorHex): string {
  return COLORS.find(({ hex }) => hex === color)?.name ?? color;
}

export function quote(text: string): string {
  return `“${text}”`;
}

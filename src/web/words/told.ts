import { isTableName, type AnyRow, type TableName } from '#src/tables/tables.ts';
import type { Value } from '#src/tables/kit/column.ts';
import type { HistoryEntry, RowHistory } from '#src/reading/history/history.ts';
import { formatCount } from '#src/web/platform/format-count.ts';
import { excerpt, excerpts } from './excerpts.ts';
import type { FieldWords, HistoryNames } from './table-words.ts';
import { nounOf } from './verbs.ts';
import { WORDS } from './words.ts';

/** A sentence about changes: `You deleted the label Someday`, in parts. */
export interface Told {
  readonly who: string;
  /** With the noun for the row, if the sentence needs one: `deleted the label`. */
  readonly verb: string;
  /** The name of the row, or the number of the rows. */
  readonly name: string;
  /** Begins with a comma or blank; empty if the sentence ends with the name. */
  readonly rest: string;
  /** The columns before and after. */
  readonly changes: readonly ToldChange[];
}

export interface ToldChange {
  readonly id: string;
  /** Null in a new row. */
  readonly before: string | null;
  readonly after: string;
}

/** Doors that are no device of the user. The user acts by all others. */
const DOORS: ReadonlySet<string> = new Set(['Import', 'Sunglow']);

/** The row that an entry is mainly about. An advance writes the repeating task, and the time that is over. */
export function mainRowOf({ operation, rows }: Pick<HistoryEntry, 'operation' | 'rows'>): RowHistory | null {
  const table = operation.slice(0, operation.indexOf('.'));
  const own = rows.filter((row) => row.table === table && isTableName(table));
  const known = own.filter(({ before }) => before !== null);
  return known.find(({ after }) => 'cycleAt' in after) ?? known[0] ?? own[0] ?? null;
}

/** An entry in words. `about`: the id of a row that the reader knows it is about. */
export function tellEntry(entry: HistoryEntry, names: HistoryNames, about?: string): Told {
  const row = mainRowOf(entry);
  const who = whoOf(entry);
  if (!row) return { who, verb: 'changed', name: 'something with a newer Sunglow', rest: '', changes: [] };
  const [verb, rest] = inWords(entry, row, placesOf([row], names));
  const changes = changesIn(row, names);
  if (row.id === about) {
    // `changed its notes` for `changed the notes of it`
    const [, of, part] = /^(.*) the (.*) of$/.exec(verb) ?? [];
    return part === undefined
      ? { who, verb, name: 'it', rest, changes }
      : { who, verb: of ?? '', name: `its ${part}`, rest, changes };
  }
  return { who, ...tellRow(row, [verb, rest], names), changes };
}

/** The sentence about a row, with its noun and name. */
function tellRow(
  row: RowHistory,
  [verb, rest]: readonly [string, string],
  names: HistoryNames,
): Pick<Told, 'verb' | 'name' | 'rest'> {
  const title = names.title(row);
  if (title === null) return { verb, name: `a ${nounIn(row.table)}`, rest };
  return { verb: verb + articleOf(row.table), name: title, rest };
}

/**
 * Several entries of one door as one sentence: `You completed 5 tasks`, `Import added 12 tasks and 3 labels`. `isCut`: there
 * are more, which are not loaded.
 */
export function tellTogether(
  entries: readonly [HistoryEntry, ...HistoryEntry[]],
  names: HistoryNames,
  isCut = false,
): Told {
  const [first] = entries;
  const rows = entries.flatMap((entry) => mainRowOf(entry) ?? []);
  const ids = new Set(rows.map(({ id }) => id));
  const more = isCut ? ' and more' : '';
  if (entries.some(({ operation }) => operation !== first.operation)) return tellMixed(entries, rows, more);
  const words = new Set(rows.map((row, index) => wordsOf(entries[index] ?? first, row)));
  const table = rows[0]?.table ?? 'task';
  const told = words.size === 1 ? [...words].join('') : operationWords(first, table);
  const [verb, rest] = parted(told, placesOf(rows, names));
  const [row] = rows;
  if (row && ids.size < 2) {
    const times = `, ${entries.length} times${more}`;
    return { ...tellRow(row, [verb, rest + times], names), who: whoOf(first), changes: [] };
  }
  return { who: whoOf(first), verb, name: countText(ids.size, table) + more, rest, changes: [] };
}

/** Names the added rows, else the number of changes. */
function tellMixed(entries: readonly HistoryEntry[], rows: readonly RowHistory[], more: string): Told {
  const added = new Map<TableName, Set<string>>();
  for (const { table, id } of rows.filter(({ before }) => before === null))
    added.set(table, (added.get(table) ?? new Set()).add(id));
  const counts = [...added]
    .toSorted(([, a], [, b]) => b.size - a.size)
    .map(([table, { size }]) => countText(size, table));
  const isAdding = counts.length > 0;
  return {
    who: entries[0] ? whoOf(entries[0]) : '',
    verb: isAdding ? 'added' : 'made',
    name: isAdding
      ? new Intl.ListFormat('en-GB').format([...counts, ...(more ? ['more'] : [])])
      : `${formatCount(entries.length)} changes${more}`,
    rest: '',
    changes: [],
  };
}

function countText(count: number, table: TableName): string {
  return `${formatCount(count)} ${nounIn(table)}${count === 1 ? '' : 's'}`;
}

export function sentenceOf({ who, verb, name, rest }: Told): string {
  return `${who} ${verb} ${name}${rest}`;
}

function whoOf({ source }: HistoryEntry): string {
  return DOORS.has(source) ? source : 'You';
}

/** A reminder has the name of its task. */
function nounIn(table: TableName): string {
  return nounOf(table === 'reminder' ? 'task' : table);
}

/** A task and a wording need no noun, and a reminder has the name of its task. */
function articleOf(table: TableName): string {
  return table === 'task' || table === 'reminder' || table === 'dismissal' ? '' : ` the ${nounOf(table)}`;
}

function inWords(entry: HistoryEntry, row: RowHistory, place: string): readonly [string, string] {
  return parted(wordsOf(entry, row), place);
}

/** The words before the name and after it. */
function parted(words: string, place: string): readonly [verb: string, rest: string] {
  const [verb = '', after = ''] = words.split('#');
  return [verb.trim(), place === '' ? after.replace(' to @', '') : after.replace('@', place)];
}

function wordsOf(entry: HistoryEntry, row: RowHistory): string {
  const action = entry.operation.slice(entry.operation.indexOf('.') + 1);
  const { toldChange } = WORDS[row.table] as {
    readonly toldChange?: (
      action: string,
      after: Partial<AnyRow>,
      others: readonly RowHistory[],
    ) => string | null;
  };
  const others = entry.rows.filter((other) => other !== row);
  return toldChange?.(action, row.after, others) ?? operationWords(entry, row.table);
}

/** The words of an operation; those for a change where only a newer app knows it. */
function operationWords({ operation }: HistoryEntry, table: TableName): string {
  const operations: Readonly<Record<string, { readonly told: string }>> = WORDS[table].operations;
  return operations[operation.slice(operation.indexOf('.') + 1)]?.told ?? 'changed #';
}

/** The collection of added rows, or how many there are; empty if they name none. */
function placesOf(rows: readonly RowHistory[], names: HistoryNames): string {
  const ids = new Set(rows.flatMap(({ after }) => after['collectionId'] ?? []));
  const [id] = ids;
  if (ids.size > 1) return `${ids.size} collections`;
  return typeof id === 'string' ? names.collection(id) : '';
}

function changesIn({ table, id, before, after }: RowHistory, names: HistoryNames): ToldChange[] {
  const columns = WORDS[table].columns as FieldWords<Readonly<Record<string, Value>>>;
  return Object.entries(columns).flatMap(([name, words]): readonly ToldChange[] => {
    const value = after[name];
    if (!words || value === undefined) return [];
    // The sentence has them.
    if (before === null && (name === 'name' || name === 'collectionId')) return [];
    const told = (given: Value) =>
      given === null || given === ''
        ? (words.none ?? `no ${words.label.toLowerCase()}`)
        : (words.alone ?? words.tell)(given, names, id);
    if (before === null) return [{ id: name, before: null, after: excerpt(told(value)) }];
    const [first, second] = excerpts(told(before[name] ?? null), told(value));
    return first === second ? [] : [{ id: name, before: first, after: second }];
  });
}

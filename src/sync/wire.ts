import { timeOfId } from '#src/domain/id.ts';
import { isTableName, TABLE_NAMES, type AnyRow } from '#src/domain/schema/index.ts';
import { withDefaults, withNewNulls, withoutDefaults, withoutNewNulls } from '#src/domain/schema/row.ts';
import type { Mutation } from '#src/mutators/index.ts';
import type { Beat, Changes, Outcome, Patch, RowLists, ServerMessage, SetBack } from './protocol.ts';

/**
 * How frames are written. 1: patches of the two tables of then, with all columns. 2: patches of any table, which say only what has
 * to be said, and pushes to match. 3: the same, with nulls in columns that had none before. A device tells with its hello what it
 * reads, and writes so once the server has.
 */
export type WireFormat = 1 | 2 | 3;

export const NEWEST_FORMAT: WireFormat = 3;

/** All that a patch of the first format tells of. */
const FIRST_TABLES = ['collection', 'task'];

/** What a patch of the first format calls otherwise. */
interface FirstPatch extends Omit<Patch, 'rows' | 'changes' | 'rest' | 'tables'> {
  readonly collections: RowLists['collection'];
  readonly tasks: RowLists['task'];
  readonly rest: { readonly version: number; readonly tasks: number } | null;
}

/** A row that the device has at `from`, by its id and the columns that have another value. */
type SaidChange = readonly [id: string, columns: Partial<AnyRow>];

type SaidOutcome = readonly [id: string, rejection?: Outcome['rejection']];

/** What ends a frame and is empty is left out. */
type SecondFrame =
  | readonly ['ok', from: number, to: number]
  | readonly ['beat', version: number]
  | readonly [
      'patch',
      from: number,
      to: number,
      changes?: Readonly<Record<string, readonly SaidChange[]>>,
      rows?: Readonly<Record<string, readonly Partial<AnyRow>[]>>,
      outcomes?: readonly SaidOutcome[],
      rest?: Patch['rest'],
      setBacks?: readonly SetBack[],
    ];

/** A message of the server as it is sent. */
export function encodeServerMessage(given: ServerMessage, format: WireFormat): unknown {
  const message = format < 3 && given.type === 'patch' ? withoutNulls(given) : given;
  if (format === 1) return message.type === 'patch' ? firstPatch(message) : message;
  if (message.type === 'ok') return ['ok', message.from, message.to] satisfies SecondFrame;
  if (message.type === 'beat') return ['beat', message.version] satisfies SecondFrame;
  const { from, to, rows, changes, outcomes, rest, setBacks } = message;
  const parts = [
    saidChanges(changes),
    saidRows(rows, changes),
    outcomes.map(({ id, rejection }): SaidOutcome => (rejection ? [id, rejection] : [id])),
    rest,
    setBacks,
  ];
  while (parts.length > 0 && isEmpty(parts.at(-1))) parts.pop();
  return ['patch', from, to, ...parts];
}

/** A message of a server, which is trusted, as it came. Null when it is none. */
export function decodeServerMessage(message: unknown): ServerMessage | null {
  if (Array.isArray(message)) return readSecond(message as unknown as SecondFrame);
  const { type } = message as Patch | Beat;
  if (type === 'patch') return readFirst(message as FirstPatch);
  return type === 'beat' ? (message as Beat) : null;
}

/** A push as it is sent: a mutation's time is told by what lies between it and that of its id. */
export function encodePush(mutations: readonly Mutation[], waited: number, format: WireFormat): unknown {
  if (format === 1) return { type: 'push', mutations, waited };
  const said = mutations.map(({ id, name, args }) => [id, name, { ...args, at: args.at - timeOfId(id) }]);
  return ['push', said, waited];
}

/** The mutations of a push of the second format, with all that is still to be checked. */
export function decodeMutation(said: unknown): unknown {
  if (!Array.isArray(said)) return said;
  const [id, name, args, ...more] = said as unknown[];
  const time = typeof id === 'string' ? timeOfId(id) : Number.NaN;
  const hasOffset = typeof args === 'object' && args !== null && 'at' in args && typeof args.at === 'number';
  const mutation = { id, name, args: hasOffset ? { ...args, at: time + Number(args.at) } : args };
  return more.length === 0 ? mutation : { ...mutation, more };
}

/** The patch for an app that knows no null of some columns. */
function withoutNulls(patch: Patch): Patch {
  const rows: Record<string, readonly AnyRow[]> = {};
  const changes: Record<string, Changes[string]> = {};
  for (const table of TABLE_NAMES) {
    rows[table] = (patch.rows[table] ?? []).map((row: AnyRow) => withoutNewNulls(table, row));
    changes[table] = (patch.changes[table] ?? []).map(({ id, columns }) => ({
      id,
      columns: withoutNewNulls(table, columns),
    }));
  }
  return { ...patch, rows, changes };
}

function firstPatch({ type, from, to, rows, outcomes, rest, setBacks }: Patch): FirstPatch {
  const { collection: collections = [], task: tasks = [] } = rows;
  const left = rest && { version: rest.version, tasks: rest.rows };
  return { type, from, to, collections, tasks, outcomes, rest: left, ...(setBacks && { setBacks }) };
}

function readFirst({ collections, tasks, rest, ...message }: FirstPatch): Patch {
  return {
    ...message,
    rows: readRows({ collection: collections ?? [], task: tasks ?? [] }),
    changes: {},
    // A server of before there were pages does not say that none is left.
    rest: rest ? { version: rest.version, rows: rest.tasks } : null,
    tables: FIRST_TABLES,
  };
}

function readSecond(frame: SecondFrame): ServerMessage | null {
  switch (frame[0]) {
    case 'ok':
      return { type: 'ok', from: frame[1], to: frame[2] };
    case 'beat':
      return { type: 'beat', version: frame[1] };
    case 'patch': {
      const [type, from, to, changes, rows, outcomes, rest, setBacks] = frame;
      return {
        type,
        from,
        to,
        rows: readRows(rows ?? {}),
        changes: readChanges(changes ?? {}),
        outcomes: (outcomes ?? []).map(([id, rejection = null]) => ({ id, rejection })),
        rest: rest ?? null,
        ...(setBacks && { setBacks }),
      };
    }
    default:
      return null;
  }
}

/** Rows of tables that only a newer app knows stay as they are. */
function readRows(said: Readonly<Record<string, readonly Partial<AnyRow>[]>>): RowLists {
  const rows: Record<string, readonly Partial<AnyRow>[]> = { ...said };
  for (const table of TABLE_NAMES) {
    const list = said[table];
    if (list) rows[table] = list.map((row) => withDefaults(table, row));
  }
  return rows;
}

function readChanges(said: Readonly<Record<string, readonly SaidChange[]>>): Changes {
  return Object.fromEntries(
    Object.entries(said).map(([table, list]) => [
      table,
      list.map(([id, columns]) => ({
        id,
        columns: isTableName(table) ? withNewNulls(table, columns) : columns,
      })),
    ]),
  );
}

function saidChanges(changes: Changes): Record<string, readonly SaidChange[]> {
  const said: Record<string, readonly SaidChange[]> = {};
  for (const table of TABLE_NAMES) {
    const list = changes[table] ?? [];
    if (list.length > 0) said[table] = list.map(({ id, columns }) => [id, columns]);
  }
  return said;
}

/** Those of which more is to be said than their changes. */
function saidRows(rows: RowLists, changes: Changes): Record<string, readonly Partial<AnyRow>[]> {
  const said: Record<string, readonly Partial<AnyRow>[]> = {};
  for (const table of TABLE_NAMES) {
    const changed = new Set(changes[table]?.map(({ id }) => id));
    const list: readonly AnyRow[] = rows[table] ?? [];
    const whole = changed.size === 0 ? list : list.filter(({ id }) => !changed.has(id));
    if (whole.length > 0) said[table] = whole.map((row) => withoutDefaults(table, row));
  }
  return said;
}

function isEmpty(part: object | null | undefined): boolean {
  return !part || Object.keys(part).length === 0;
}

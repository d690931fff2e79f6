import { timeOfId } from '#src/domain/id.ts';
import { TABLE_NAMES, type AnyRow } from '#src/tables/tables.ts';
import { withDefaults, withoutDefaults } from '#src/tables/kit/row.ts';
import type { Mutation } from '#src/tables/operations.ts';
import type { Changes, Outcome, Patch, RowLists, ServerMessage, SetBack } from './protocol.ts';

/** The server's side of a format. */
export interface ServerFormat {
  readonly encodeMessage: (message: ServerMessage) => unknown;
  /** Null for a frame that is no push of this format. */
  readonly decodePush: (frame: unknown) => UncheckedPush | null;
}

/** The device's side of a format. */
export interface DeviceFormat {
  /** `waited`: see Push. */
  readonly encodePush: (mutations: readonly Mutation[], waited: number) => unknown;
  /** Reads a frame of the server, and trusts it. Null for a frame of another format. */
  readonly decodeMessage: (frame: unknown) => ServerMessage | null;
}

export interface UncheckedPush {
  readonly mutations: unknown;
  readonly waited: unknown;
  /** Decodes one entry of `mutations`. */
  readonly decodeMutation: (encoded: unknown) => unknown;
}

const FIRST: ServerFormat = { encodeMessage, decodePush };

/**
 * All formats, oldest first: the first one has number 1. The frames of each format differ from those of all older
 * formats.
 */
export const SERVER_FORMATS: readonly ServerFormat[] = [FIRST];

/** The device's side of the same formats. */
export const DEVICE_FORMATS: readonly DeviceFormat[] = [{ encodePush, decodeMessage }];

/** The newest format that a device of this app reads. The hello tells it to the server. */
export const NEWEST_FORMAT = DEVICE_FORMATS.length;

/** The newest format that both sides know. `newest` is the number of the device's newest one. */
export function formatFor(newest: number, formats = SERVER_FORMATS): ServerFormat {
  return formats[Math.min(newest, formats.length) - 1] ?? FIRST;
}

/** A push in any format; null for any other frame. */
export function readPush(frame: unknown, formats = SERVER_FORMATS): UncheckedPush | null {
  for (const format of formats) {
    const push = format.decodePush(frame);
    if (push) return push;
  }
  return null;
}

/**
 * A message of the server in any format, with that format: the device writes in it from then on. Null for any other
 * frame.
 */
export function readServerFrame(frame: unknown, formats = DEVICE_FORMATS): ServerFrame | null {
  for (const format of formats) {
    const message = format.decodeMessage(frame);
    if (message) return { message, format };
  }
  return null;
}

export interface ServerFrame {
  readonly message: ServerMessage;
  readonly format: DeviceFormat;
}

/** A row that the device has at `from`: its id, and the columns with another value. */
type EncodedChange = readonly [id: string, columns: Partial<AnyRow>];

type EncodedOutcome = readonly [id: string, rejection?: Outcome['rejection']];

/** A frame leaves out its empty parts at the end. */
type Frame =
  | readonly ['ok', from: number, to: number]
  | readonly ['beat', version: number]
  | readonly [
      'patch',
      from: number,
      to: number,
      changes?: Readonly<Record<string, readonly EncodedChange[]>>,
      rows?: Readonly<Record<string, readonly Partial<AnyRow>[]>>,
      outcomes?: readonly EncodedOutcome[],
      rest?: Patch['rest'],
      setBacks?: readonly SetBack[],
    ];

function encodeMessage(message: ServerMessage): unknown {
  if (message.type === 'ok') return ['ok', message.from, message.to] satisfies Frame;
  if (message.type === 'beat') return ['beat', message.version] satisfies Frame;
  const { from, to, rows, changes, outcomes, rest, setBacks } = message;
  const parts = [
    encodeChanges(changes),
    encodeRows(rows, changes),
    outcomes.map(({ id, rejection }): EncodedOutcome => (rejection ? [id, rejection] : [id])),
    rest,
    setBacks,
  ];
  while (parts.length > 0 && isEmpty(parts.at(-1))) parts.pop();
  return ['patch', from, to, ...parts];
}

function decodeMessage(value: unknown): ServerMessage | null {
  if (!Array.isArray(value)) return null;
  const frame = value as unknown as Frame;
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

/** Tells the time of a mutation as its distance from the time in the mutation's id. */
function encodePush(mutations: readonly Mutation[], waited: number): unknown {
  const encoded = mutations.map(({ id, name, args, door }) => {
    const fields = [id, name, { ...args, at: args.at - timeOfId(id) }];
    return door ? [...fields, door] : fields;
  });
  return ['push', encoded, waited];
}

function decodePush(frame: unknown): UncheckedPush | null {
  if (!Array.isArray(frame) || frame[0] !== 'push') return null;
  return { mutations: frame[1], waited: frame[2], decodeMutation };
}

/** Null for an entry that is no list, since null is no mutation. */
function decodeMutation(encoded: unknown): unknown {
  if (!Array.isArray(encoded)) return null;
  const [id, name, args, door, ...more] = encoded as unknown[];
  const time = typeof id === 'string' ? timeOfId(id) : Number.NaN;
  const hasOffset = typeof args === 'object' && args !== null && 'at' in args && typeof args.at === 'number';
  const timed = { id, name, args: hasOffset ? { ...args, at: time + Number(args.at) } : args };
  const mutation = door === undefined ? timed : { ...timed, door };
  return more.length === 0 ? mutation : { ...mutation, more };
}

/** Rows of unknown tables stay as they are: a newer app knows them. */
function readRows(encoded: Readonly<Record<string, readonly Partial<AnyRow>[]>>): RowLists {
  const rows: Record<string, readonly Partial<AnyRow>[]> = { ...encoded };
  for (const table of TABLE_NAMES) {
    const list = encoded[table];
    if (list) rows[table] = list.map((row) => withDefaults(table, row));
  }
  return rows;
}

function readChanges(encoded: Readonly<Record<string, readonly EncodedChange[]>>): Changes {
  return Object.fromEntries(
    Object.entries(encoded).map(([table, list]) => [table, list.map(([id, columns]) => ({ id, columns }))]),
  );
}

function encodeChanges(changes: Changes): Record<string, readonly EncodedChange[]> {
  const encoded: Record<string, readonly EncodedChange[]> = {};
  for (const table of TABLE_NAMES) {
    const list = changes[table] ?? [];
    if (list.length > 0) encoded[table] = list.map(({ id, columns }) => [id, columns]);
  }
  return encoded;
}

/** The rows without an entry in `changes`. */
function encodeRows(rows: RowLists, changes: Changes): Record<string, readonly Partial<AnyRow>[]> {
  const encoded: Record<string, readonly Partial<AnyRow>[]> = {};
  for (const table of TABLE_NAMES) {
    const changed = new Set(changes[table]?.map(({ id }) => id));
    const list: readonly AnyRow[] = rows[table] ?? [];
    const whole = changed.size === 0 ? list : list.filter(({ id }) => !changed.has(id));
    if (whole.length > 0) encoded[table] = whole.map((row) => withoutDefaults(table, row));
  }
  return encoded;
}

function isEmpty(part: object | null | undefined): boolean {
  return !part || Object.keys(part).length === 0;
}

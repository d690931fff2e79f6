import type { RejectionCode } from '#src/domain/errors.ts';
import { SunglowError } from '#src/domain/errors.ts';
import { declarationOf, TABLE_NAMES, type AnyRow, type Rows, type TableName } from '#src/tables/tables.ts';
import type { Mutation } from '#src/tables/operations.ts';

/** Raised when a message changes so that the other side cannot understand it (sync rule W11). */
export const PROTOCOL_VERSION = 1;

/** The longest frame a server takes, in bytes. */
export const MAX_FRAME_BYTES = 1_048_576;

/** Rows in a page. */
export const PAGE_ROWS = 5_000;

/** The most mutations in one push. */
export const MAX_BATCH = 500;

/** The first message on every socket: the user that the device has data of, and the version of its rows. */
export interface Hello {
  readonly type: 'hello';
  readonly protocol: number;
  readonly userId: string;
  readonly version: number;
  /** See Cursor.loadedAt; 0 while the device loads nothing. */
  readonly loadedAt: number;
  /** The number of the newest format that the device reads, from 1. The server may not know that format. */
  readonly format: number;
  /** EFFECTS of the device's app (sync rule W19). */
  readonly effects: number;
}

/** 1 to MAX_BATCH mutations, oldest first. The server answers with a patch that holds an outcome for each. */
export interface Push {
  readonly type: 'push';
  readonly mutations: readonly Mutation[];
  /** How long (ms) the first mutation has waited on the device, by the device's clock. */
  readonly waited: number;
}

/** Asks for the changes since a version. The server answers with a patch from that version. */
export interface Pull {
  readonly type: 'pull';
  readonly version: number;
}

export type ClientMessage = Hello | Push | Pull;

/** The outcome of one mutation: null when it was applied, else the code that says why it was rejected. */
export interface Outcome {
  readonly id: string;
  readonly rejection: RejectionCode | null;
}

/** Changed rows, by table. */
export type Changes = Readonly<Record<string, readonly RowChange[]>>;

export interface RowChange {
  readonly id: string;
  /** The columns that have another value now. */
  readonly columns: Partial<AnyRow>;
}

/** Rows by table. A missing table has no rows. */
export type RowLists = { readonly [T in TableName]?: readonly Rows[T][] };

/**
 * All rows whose newest change lies after version `from` and not after `to`, with the outcomes of mutations pushed by
 * this device. The device drops all its rows before it takes in a patch from 0.
 */
export interface Patch {
  readonly type: 'patch';
  readonly from: number;
  readonly to: number;
  readonly rows: RowLists;
  /**
   * The changes of rows that existed at `from`. On the server, `rows` holds these rows too. A device gets their changes
   * alone.
   */
  readonly changes: Changes;
  readonly outcomes: readonly Outcome[];
  /**
   * Null when the device has all rows after this patch. Otherwise the patch is a page, and the device pulls the next
   * one from `to`.
   */
  readonly rest: Rest | null;
  /**
   * The user's history that the server has lost, oldest first. Sent with a patch from 0; missing when the server has
   * lost nothing.
   */
  readonly setBacks?: readonly SetBack[];
}

/**
 * The versions after `from` and before `to`. Devices had got them before the server's database went back in time (sync
 * rule W20).
 */
export interface SetBack {
  readonly from: number;
  readonly to: number;
  /** When the server got the newest change that it still has, ms since 1970 UTC; null when that is unknown. */
  readonly at: number | null;
}

/** The rest of a load after a page (sync rule W16). */
export interface Rest {
  /** The server's version. */
  readonly version: number;
  /** How many rows the later pages hold, deleted ones too. */
  readonly rows: number;
}

/** How many of the rows belong to tables that come in pages. */
export function countPaged(rows: RowLists): number {
  let count = 0;
  for (const table of TABLE_NAMES) if (declarationOf(table).isPaged) count += rows[table]?.length ?? 0;
  return count;
}

/** The space's version when the patch was made. */
export function newestOf({ to, rest }: Patch): number {
  return rest?.version ?? to;
}

/** Sent at intervals. A device at another version pulls. A device that hears no beat for SILENCE_MS reconnects. */
export interface Beat {
  readonly type: 'beat';
  readonly version: number;
}

/**
 * The server applied all mutations of the push, and changed only rows that existed at `from`, the device's own version.
 * The device knows their outcome, since it has the same rows as the server.
 */
export interface Ok {
  readonly type: 'ok';
  readonly from: number;
  readonly to: number;
}

export type ServerMessage = Patch | Ok | Beat;

/** Milliseconds between two beats of a server. */
export const BEAT_INTERVAL_MS = 15_000;

/** A peer counts as gone after this many milliseconds without a beat. Two beats may be late or lost. */
export const SILENCE_MS = 2.5 * BEAT_INTERVAL_MS;

/** Close codes of the sync socket, in the range that applications may define (RFC 6455, 7.4.2). */
export const CLOSE = {
  /** A frame that is no message. The reason says what is wrong with it. */
  BAD_MESSAGE: 4400,
  /** A push with a mutation that this server does not know or accept. The reason says what is wrong with it. */
  BAD_MUTATION: 4422,
  /** This server stops, and others go on: the device reconnects at once. */
  MOVE: 4307,
  /** No valid session: the user signs in, then the device reconnects. */
  SIGN_IN: 4401,
  /** The session belongs to another user than the device's data. */
  OTHER_USER: 4403,
  /** The server does not speak this protocol version: the user loads the app anew. */
  UPGRADE: 4426,
} as const;

/** A frame that is no message of the protocol. The server closes the socket with its code, and its message as the reason. */
export class BadMessage extends SunglowError {
  readonly closeCode: number;

  constructor(message: string, closeCode: number = CLOSE.BAD_MESSAGE, options?: ErrorOptions) {
    super('BAD_MESSAGE', message, options);
    this.closeCode = closeCode;
  }
}

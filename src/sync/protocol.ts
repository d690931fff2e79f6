import type { RejectionCode } from '#src/domain/errors.ts';
import { SunglowError } from '#src/domain/errors.ts';
import {
  declarationOf,
  TABLE_NAMES,
  type AnyRow,
  type Rows,
  type TableName,
} from '#src/domain/schema/index.ts';
import type { Mutation } from '#src/mutators/index.ts';

/** Raised when a message changes so that the other side could not understand it (sync rule W11). */
export const PROTOCOL_VERSION = 1;

/** The longest frame a server takes, in bytes. */
export const MAX_FRAME_BYTES = 1_048_576;

/** Rows in a page. */
export const PAGE_ROWS = 5_000;

/** The most mutations in one push. */
export const MAX_BATCH = 500;

/** The first message on every socket: who the device believes it is, and the version its rows are at. */
export interface Hello {
  readonly type: 'hello';
  readonly protocol: number;
  readonly userId: string;
  readonly version: number;
  /** See Load; 0 when none is under way. */
  readonly loadedAt: number;
  /** The number of the newest format that it reads, from 1. The server may not know that one. */
  readonly format: number;
  /** EFFECTS of its app (sync rule W19). */
  readonly effects: number;
}

/** 1 to MAX_BATCH mutations, oldest first. Answered by a patch that holds an outcome for each. */
export interface Push {
  readonly type: 'push';
  readonly mutations: readonly Mutation[];
  /** How long (ms) the first of them has waited, by the device's clock. */
  readonly waited: number;
}

/** Asks for what changed since a version; answered by a patch from there. */
export interface Pull {
  readonly type: 'pull';
  readonly version: number;
}

export type ClientMessage = Hello | Push | Pull;

/** What became of one mutation: null when it was applied, else why it was not. */
export interface Outcome {
  readonly id: string;
  readonly rejection: RejectionCode | null;
}

/** What changed of rows, by table. */
export type Changes = Readonly<Record<string, readonly RowChange[]>>;

export interface RowChange {
  readonly id: string;
  /** Those that have another value. */
  readonly columns: Partial<AnyRow>;
}

/** Rows by table; none of a table that is missing. */
export type RowLists = { readonly [T in TableName]?: readonly Rows[T][] };

/**
 * All rows whose newest change lies after version `from` and not after `to`, with the outcomes of mutations pushed by this
 * device. What the device held before a patch from 0 is dropped.
 */
export interface Patch {
  readonly type: 'patch';
  readonly from: number;
  readonly to: number;
  readonly rows: RowLists;
  /**
   * The changes of rows that were there at `from`. A server has these rows among `rows` too; a device gets the changes alone.
   */
  readonly changes: Changes;
  readonly outcomes: readonly Outcome[];
  /** Null when the device then has all there is; else this is a page, and the device pulls the next from `to`. */
  readonly rest: Rest | null;
  /** With a patch from 0, what the server has lost of the user's history, oldest first; missing where that is nothing. */
  readonly setBacks?: readonly SetBack[];
}

/** The versions after `from` and before `to`, which the server had told devices of before its database went back in time (sync rule W20). */
export interface SetBack {
  readonly from: number;
  readonly to: number;
  /** When the server got the newest change that it still has, ms since 1970 UTC; null when that is not known. */
  readonly at: number | null;
}

/** What is still to come after a page (sync rule W16). */
export interface Rest {
  /** The server's version. */
  readonly version: number;
  /** How many rows are still to come, deleted ones too. */
  readonly rows: number;
}

/** How many of these come in pages. */
export function countPaged(rows: RowLists): number {
  let count = 0;
  for (const table of TABLE_NAMES) if (declarationOf(table).isPaged) count += rows[table]?.length ?? 0;
  return count;
}

/** The user's version when the patch was made. */
export function newestOf({ to, rest }: Patch): number {
  return rest?.version ?? to;
}

/** Sent at intervals: a device at another version pulls, one that hears none for long reconnects. */
export interface Beat {
  readonly type: 'beat';
  readonly version: number;
}

/**
 * All mutations of the push were applied, and changed nothing but rows that were there at `from`, where the device stands: it
 * knows what became of them, as it has them as the server has.
 */
export interface Ok {
  readonly type: 'ok';
  readonly from: number;
  readonly to: number;
}

export type ServerMessage = Patch | Ok | Beat;

/** Milliseconds between two beats of a server. */
export const BEAT_INTERVAL_MS = 15_000;

/** Whoever is to be heard of with each beat counts as gone after so many milliseconds without: two may be late or lost. */
export const SILENCE_MS = 2.5 * BEAT_INTERVAL_MS;

/** Close codes of the sync socket, in the range that applications may define (RFC 6455, 7.4.2). */
export const CLOSE = {
  /** A frame that is no message; the reason says what is wrong with it. */
  BAD_MESSAGE: 4400,
  /** A push with a mutation that no version of this server would take; the reason says what is wrong with it. */
  BAD_MUTATION: 4422,
  /** This server stops, and others go on: connect anew at once. */
  MOVE: 4307,
  /** No valid session: sign in, then connect again. */
  SIGN_IN: 4401,
  /** The session belongs to another user than the device's data. */
  OTHER_USER: 4403,
  /** The server does not speak this protocol version: load the app anew. */
  UPGRADE: 4426,
} as const;

/** A frame that is no message of the protocol. The socket is closed with its code and its message as the reason. */
export class BadMessage extends SunglowError {
  readonly closeCode: number;

  constructor(message: string, closeCode: number = CLOSE.BAD_MESSAGE, options?: ErrorOptions) {
    super('BAD_MESSAGE', message, options);
    this.closeCode = closeCode;
  }
}

import type { Readable, Writable } from 'node:stream';
import { styleText } from 'node:util';
import { Client } from './client.ts';
import { CommandFailed } from './failures.ts';
import type { Files, State } from './files.ts';
import { plainText, type Paint } from './task-text.ts';

/** The options of a command, as `parseArgs` gives them. */
export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** The streams and files that a command works with. */
export interface Session {
  readonly files: Files;
  readonly out: Writable & { readonly isTTY?: boolean; readonly columns?: number };
  readonly err: Writable;
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted when nobody reads the output any more. */
  readonly signal: AbortSignal;
}

export async function clientOf({ files }: Session): Promise<Client> {
  return new Client(await files.login());
}

/** True for a terminal that takes more than plain text. */
export function isCapable({ out, env }: Pick<Session, 'out' | 'env'>): boolean {
  return out.isTTY === true && env['TERM'] !== 'dumb';
}

/** Colors for a terminal alone, unless NO_COLOR says otherwise. */
export function paintFor(session: Session): Paint {
  return isCapable(session) && !session.env['NO_COLOR']
    ? (style, text) => styleText(style, text, { validateStream: false })
    : (_, text) => text;
}

/** Keeps what later commands go by. The command itself is done: a full disk or a read-only home is no failure of it. */
export async function keepState(session: Session, changes: Partial<State>): Promise<void> {
  try {
    await session.files.keepState(changes);
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    tell(session, `${error.message} sunglow undo and numbers of tasks do not know of this command.`);
  }
}

export function print({ out }: Pick<Session, 'out'>, text: string): void {
  out.write(`${text}\n`);
}

/** Says something on standard error, behind the name of the program. */
export function tell({ err }: Pick<Session, 'err'>, text: string): void {
  err.write(`sunglow: ${plainText(text)}\n`);
}

/** JSON with all the escapes that a terminal needs: some take U+0080 to U+009F as commands. */
export function printJson(session: Session, value: unknown, indent = 2): void {
  const text = JSON.stringify(value, null, indent);
  print(
    session,
    text.replaceAll(
      /[\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );
}

export async function readInput({ input }: Session): Promise<string> {
  let text = '';
  for await (const piece of input.setEncoding('utf8')) text += String(piece);
  return text;
}

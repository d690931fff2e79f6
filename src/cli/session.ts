import type { Readable, Writable } from 'node:stream';
import { styleText } from 'node:util';
import { Client } from './client.ts';
import type { Files } from './files.ts';
import type { Paint } from './task-text.ts';

/** The options of a command, as `parseArgs` gives them. */
export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** The streams and files that a command works with. */
export interface Session {
  readonly files: Files;
  readonly out: Writable & { readonly isTTY?: boolean };
  readonly input: Readable & { readonly isTTY?: boolean };
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl+C. */
  readonly signal: AbortSignal;
}

export async function clientOf({ files }: Session): Promise<Client> {
  return new Client(await files.login());
}

/** Colours for a terminal alone, unless NO_COLOR says otherwise. */
export function paintFor({ out, env }: Session): Paint {
  return out.isTTY && !env['NO_COLOR']
    ? (style, text) => styleText(style, text, { validateStream: false })
    : (_, text) => text;
}

export function print({ out }: Session, text: string): void {
  out.write(`${text}\n`);
}

export async function readInput({ input }: Session): Promise<string> {
  let text = '';
  for await (const piece of input.setEncoding('utf8')) text += String(piece);
  return text;
}

import { EFFECTS } from '#src/mutators/effects.ts';
import type { Beat, Hello, Outcome, Patch, Pull, Rest, ServerMessage } from '#src/sync/protocol.ts';
import { formatFor, type ServerFormat } from '#src/sync/wire.ts';

/** One device's socket, as far as the hub needs it. */
export interface ClientSocket {
  /** Where it comes from, as rates count it; null, or none, where no rate applies. */
  readonly network?: string | null;
  send(text: string): void;
  close(code: number, reason: string): void;
}

/** One socket, and the version up to which it has been sent every change (null before its hello). */
export class Connection {
  readonly #socket: ClientSocket;
  /** The user who is signed in there. */
  readonly userId: string;
  readonly network: string | null;
  version: number | null = null;
  /** See Cursor. */
  loadedAt = 0;
  /** The newest that both sides know. */
  #format = formatFor(1);
  /** Whether its app does the same with each mutation as this server. */
  #foresees = false;
  /** What it lacks after the page that it has been sent. */
  rest: Rest | null = null;
  isGreeted = false;
  waiting = 0;
  newestPull: Pull | null = null;
  open = true;
  /** A message of it could not be answered. */
  hasFailed = false;
  #owed: Outcome[] = [];

  constructor(userId: string, socket: ClientSocket) {
    this.userId = userId;
    this.#socket = socket;
    this.network = socket.network ?? null;
  }

  /** It has been sent a page, and pulls the next by itself. */
  get isLoading(): boolean {
    return this.rest !== null;
  }

  /** Whether it is told what others change: not before it has what came first, and while loading it comes to it by itself. */
  get takesNews(): boolean {
    return this.version !== null && !this.isLoading;
  }

  /** How many outcomes are owed to it. */
  get owed(): number {
    return this.#owed.length;
  }

  greet({ loadedAt, format, effects }: Hello): void {
    this.isGreeted = true;
    this.#foresees = effects === EFFECTS;
    this.loadedAt = loadedAt;
    this.#format = formatFor(format);
  }

  sendBeat(beat: Beat): void {
    this.#send(beat);
  }

  /** These go with the patch that completes the rows. */
  owe(outcomes: readonly Outcome[]): void {
    this.#owed.push(...outcomes);
  }

  /** Returns how many characters it was. A page goes without outcomes: a mutation acknowledged before its rows have come would vanish from the screen until they do. */
  sendPatch(patch: Patch): number {
    this.owe(patch.outcomes);
    const outcomes = patch.rest ? [] : this.#owed;
    const isAnybodys = patch.outcomes.length === 0 && outcomes.length === 0;
    const characters = isAnybodys
      ? this.#sendText(textForAll(patch, this.#format))
      : this.#send({ ...patch, outcomes });
    if (!patch.rest) this.#owed = [];
    this.version = patch.to;
    this.rest = patch.rest;
    if (!patch.rest) this.loadedAt = 0;
    else if (patch.from === 0) this.loadedAt = patch.rest.version;
    return characters;
  }

  /** Answers a push whose device stands at `patch.from`, and knows what became of it, as long as nothing of it was rejected. */
  acknowledge(patch: Patch): void {
    const { from, to, outcomes, rest } = patch;
    const isKnown = !rest && this.#owed.length === 0 && outcomes.every(({ rejection }) => rejection === null);
    if (!isKnown || !this.#foresees) {
      this.sendPatch(patch);
    } else {
      this.#send({ type: 'ok', from, to });
      this.version = to;
    }
  }

  close(code: number, reason: string): void {
    if (!this.open) return;
    this.open = false;
    this.#socket.close(code, clip(reason));
  }

  #send(message: ServerMessage): number {
    return this.#sendText(encode(message, this.#format));
  }

  #sendText(text: string): number {
    if (!this.open) return 0;
    this.#socket.send(text);
    return text.length;
  }
}

function encode(message: ServerMessage, format: ServerFormat): string {
  return JSON.stringify(format.encodeMessage(message));
}

/** The texts of patches that say the same to each device. What goes to many is one text, however many have still to read it. */
const texts = new WeakMap<Patch, Map<ServerFormat, string>>();

function textForAll(patch: Patch, format: ServerFormat): string {
  const known = texts.get(patch) ?? new Map<ServerFormat, string>();
  texts.set(patch, known);
  const text = known.get(format) ?? encode(patch, format);
  known.set(format, text);
  return text;
}

/** A close reason has room for 123 bytes (RFC 6455, 5.5); the reasons here are ASCII but for field names sent to us. */
function clip(reason: string): string {
  const bytes = new TextEncoder().encode(reason);
  return bytes.length <= 123
    ? reason
    : new TextDecoder().decode(bytes.slice(0, 120)).replace(/\uFFFD+$/u, '');
}

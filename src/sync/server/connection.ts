import { EFFECTS } from '#src/tables/effects.ts';
import type { Beat, Hello, Outcome, Patch, Pull, Rest, ServerMessage } from '#src/sync/protocol.ts';
import { formatFor, type ServerFormat } from '#src/sync/wire.ts';

/** One device's socket, as far as the hub needs it. */
export interface ClientSocket {
  /** The network of the device, as rates count it; null or missing where no rate applies. */
  readonly network?: string | null;
  /** See Actor. */
  readonly source?: string;
  send(text: string): void;
  close(code: number, reason: string): void;
}

/** One socket, and the version of the last patch sent on it; null before the answer to its hello. */
export class Connection {
  readonly #socket: ClientSocket;
  /** The user who is signed in on this socket. */
  readonly userId: string;
  readonly network: string | null;
  readonly source: string;
  version: number | null = null;
  /** See Cursor. */
  loadedAt = 0;
  /** The newest format that both sides know. */
  #format = formatFor(1);
  /** True when the device's app and this server have the same EFFECTS. */
  #foresees = false;
  /** The rest that the device lacks after its last page. */
  rest: Rest | null = null;
  isGreeted = false;
  waiting = 0;
  newestPull: Pull | null = null;
  open = true;
  /** The server failed to answer a message of this connection. */
  hasFailed = false;
  #owed: Outcome[] = [];

  constructor(userId: string, socket: ClientSocket) {
    this.userId = userId;
    this.#socket = socket;
    this.network = socket.network ?? null;
    this.source = socket.source ?? 'Sunglow';
  }

  /** The device has got a page, and pulls the next one by itself. */
  get isLoading(): boolean {
    return this.rest !== null;
  }

  /**
   * True when the device is told the changes of others. It needs an answer to its hello first, and a device that loads
   * gets them with its pages.
   */
  get takesNews(): boolean {
    return this.version !== null && !this.isLoading;
  }

  /** How many outcomes the device waits for. */
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

  /** Keeps outcomes for the patch that completes the rows. */
  owe(outcomes: readonly Outcome[]): void {
    this.#owed.push(...outcomes);
  }

  /**
   * Returns the number of characters sent. A page has no outcomes: an acknowledged mutation would vanish from the
   * screen until its rows have come.
   */
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

  /**
   * Answers a push of a device at `patch.from`. The answer is `ok` when the device foresees the effects and no mutation
   * was rejected, else the patch.
   */
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

/**
 * The texts of patches that are the same for every device. All devices share one text, however many have still to read
 * it.
 */
const texts = new WeakMap<Patch, Map<ServerFormat, string>>();

function textForAll(patch: Patch, format: ServerFormat): string {
  const known = texts.get(patch) ?? new Map<ServerFormat, string>();
  texts.set(patch, known);
  const text = known.get(format) ?? encode(patch, format);
  known.set(format, text);
  return text;
}

/**
 * A close reason has room for 123 bytes (RFC 6455, 5.5). The reasons are ASCII, except for field names that a device
 * sent.
 */
function clip(reason: string): string {
  const bytes = new TextEncoder().encode(reason);
  return bytes.length <= 123
    ? reason
    : new TextDecoder().decode(bytes.slice(0, 120)).replace(/\uFFFD+$/u, '');
}

import type { Outcome, Patch, Pull, ServerMessage } from '#src/sync/protocol.ts';

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
  readonly network: string | null;
  version: number | null = null;
  /** See Cursor. */
  loadedAt = 0;
  /** It has been sent a page, and pulls the next by itself. */
  isLoading = false;
  greeted = false;
  waiting = 0;
  newestPull: Pull | null = null;
  open = true;
  /** A message of it could not be answered. */
  hasFailed = false;
  #owed: Outcome[] = [];

  constructor(socket: ClientSocket) {
    this.#socket = socket;
    this.network = socket.network ?? null;
  }

  /** Whether it is told what others change: not before it has what came first, and while loading it comes to it by itself. */
  get takesNews(): boolean {
    return this.version !== null && !this.isLoading;
  }

  /** How many outcomes are owed to it. */
  get owed(): number {
    return this.#owed.length;
  }

  /** Returns how many characters it was. */
  send(message: ServerMessage): number {
    if (!this.open) return 0;
    const text = JSON.stringify(message);
    this.#socket.send(text);
    return text.length;
  }

  /** These go with the patch that completes the rows. */
  owe(outcomes: readonly Outcome[]): void {
    this.#owed.push(...outcomes);
  }

  /** A page goes without outcomes: a mutation acknowledged before its rows have come would vanish from the screen until they do. */
  sendPatch(patch: Patch): number {
    this.owe(patch.outcomes);
    const characters = this.send({ ...patch, outcomes: patch.rest ? [] : this.#owed });
    if (!patch.rest) this.#owed = [];
    this.version = patch.to;
    this.isLoading = patch.rest !== null;
    if (!patch.rest) this.loadedAt = 0;
    else if (patch.from === 0) this.loadedAt = patch.rest.version;
    return characters;
  }

  close(code: number, reason: string): void {
    if (!this.open) return;
    this.open = false;
    this.#socket.close(code, clip(reason));
  }
}

/** A close reason has room for 123 bytes (RFC 6455, 5.5); the reasons here are ASCII but for field names sent to us. */
function clip(reason: string): string {
  const bytes = new TextEncoder().encode(reason);
  return bytes.length <= 123
    ? reason
    : new TextDecoder().decode(bytes.slice(0, 120)).replace(/\uFFFD+$/u, '');
}

import type { Patch, ServerMessage } from '#src/sync/protocol.ts';

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
  /** Whether it knows that it has to pull on after a page. */
  takesPages = false;
  /** It has been sent a page, and pulls the next by itself. */
  isLoading = false;
  greeted = false;
  waiting = 0;
  open = true;
  /** A message of it could not be answered. */
  hasFailed = false;

  constructor(socket: ClientSocket) {
    this.#socket = socket;
    this.network = socket.network ?? null;
  }

  /** Whether it is told what others change: not before it has what came first, and while loading it comes to it by itself. */
  get takesNews(): boolean {
    return this.version !== null && !this.isLoading;
  }

  send(message: ServerMessage): void {
    if (this.open) this.#socket.send(JSON.stringify(message));
  }

  sendPatch(patch: Patch): void {
    this.send(patch);
    this.version = patch.to;
    this.isLoading = patch.rest !== null;
    if (!patch.rest) this.loadedAt = 0;
    else if (patch.from === 0) this.loadedAt = patch.rest.version;
  }

  close(code: number, reason: string): void {
    if (!this.open) return;
    this.open = false;
    this.#socket.close(code, reason);
  }
}

import type { BrowserContext, WebSocketRoute } from '@playwright/test';

import { parseServerMessage } from '#src/sync/protocol.ts';

/** A proxy gives a connection up like this: the app has no special treatment for it. */
const GONE = 4000;

/** The sync sockets of one browser, with the scissors at hand. Other requests go on as if nothing were. */
export class SyncWire {
  readonly #context: BrowserContext;
  readonly #routes = new Set<WebSocketRoute>();
  /** What the browser has sent, frame by frame. */
  readonly sent: string[] = [];
  #rejectWith: number | null = null;
  #pagesLeft = Infinity;
  #isDead = false;

  private constructor(context: BrowserContext) {
    this.#context = context;
  }

  /** Call it before the browser opens the app. */
  static async of(context: BrowserContext): Promise<SyncWire> {
    const wire = new SyncWire(context);
    await context.routeWebSocket('**/api/sync', (route) => wire.#take(route));
    // Nor does the server say over HTTP that it is there: else the app would think that a proxy keeps its sockets.
    await context.route('**/api/sync?*', (route) =>
      wire.#rejectWith === null && !wire.#isDead ? route.continue() : route.fulfill({ json: {} }),
    );
    return wire;
  }

  /** Closes what is open and whatever is opened from now on, with a close code of the server if given. */
  async cut(code = GONE): Promise<void> {
    this.#rejectWith = code;
    const routes = [...this.#routes];
    this.#routes.clear();
    await Promise.all(routes.map((route) => route.close({ code })));
  }

  /** Nothing arrives any more in either direction, and no side is told: what is open stays so, and what is opened does too. */
  die(): void {
    this.#isDead = true;
  }

  /** After so many pages of a load, what the server sends does not arrive any more. */
  holdAfter(pages: number): void {
    this.#pagesLeft = pages;
  }

  /** Lets sockets through again, of which the browser says nothing. */
  letThrough(): void {
    this.#rejectWith = null;
    this.#isDead = false;
  }

  /** Lets sockets through again, and has the browser say that the network is back. */
  async mend(): Promise<void> {
    this.letThrough();
    for (const page of this.#context.pages()) await page.evaluate(() => dispatchEvent(new Event('online')));
  }

  #take(route: WebSocketRoute): void {
    if (this.#rejectWith !== null) {
      void route.close({ code: this.#rejectWith });
      return;
    }
    this.#routes.add(route);
    const server = route.connectToServer();
    route.onMessage((message) => {
      if (this.#isDead) return;
      this.sent.push(String(message));
      server.send(message);
    });
    server.onMessage((message) => {
      if (this.#isDead || this.#pagesLeft <= 0) return;
      const told = parseServerMessage(String(message));
      if (told.type === 'patch' && told.rest) this.#pagesLeft -= 1;
      route.send(message);
    });
    route.onClose((code, reason) => {
      this.#routes.delete(route);
      void server.close({ ...(code !== undefined && { code }), ...(reason !== undefined && { reason }) });
    });
  }
}

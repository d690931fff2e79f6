import type { BrowserContext, WebSocketRoute } from '@playwright/test';

import { parseServerMessage } from '#src/sync/parse-message.ts';

/** The close code of a proxy that gives up. The app treats it like any other. */
const GONE = 4000;

/** The sync sockets of one browser, for cutting them. Other requests are not affected. */
export class SyncWire {
  readonly #context: BrowserContext;
  readonly #routes = new Set<WebSocketRoute>();
  /** The frames that the browser sent. */
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
    // The server's answer over HTTP is withheld too: otherwise the app would suspect a proxy that blocks its
    // sockets.
    await context.route('**/api/sync?*', (route) =>
      wire.#rejectWith === null && !wire.#isDead ? route.continue() : route.fulfill({ json: {} }),
    );
    return wire;
  }

  /** Closes open sockets and all later ones, with a close code of the server if given. */
  async cut(code = GONE): Promise<void> {
    this.#rejectWith = code;
    const routes = [...this.#routes];
    this.#routes.clear();
    await Promise.all(routes.map((route) => route.close({ code })));
  }

  /** From now on nothing arrives in either direction, but open and later sockets stay open. */
  die(): void {
    this.#isDead = true;
  }

  /** Holds the server's messages back after this many pages of a load. */
  holdAfter(pages: number): void {
    this.#pagesLeft = pages;
  }

  /** Lets sockets through again, without a network event in the browser. */
  letThrough(): void {
    this.#rejectWith = null;
    this.#isDead = false;
  }

  /** Lets sockets through again, and sends the event that the network is back. */
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

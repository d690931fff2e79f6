import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Inbox } from './inbox.ts';

const SECRET = 'a secret that both sides of the webhook know';

export interface ReceivedText {
  readonly to: string;
  readonly text: string;
  /** The time of its signature, ms since 1970 UTC. */
  readonly at: number;
}

/** A webhook for text messages that keeps them and rejects unsigned ones. */
export class TextServer {
  readonly #http: Server;
  readonly #inbox = new Inbox<ReceivedText>();

  private constructor() {
    this.#http = createServer((request, response) => {
      void this.#take(request).then((status) => response.writeHead(status).end());
    });
  }

  static async start(): Promise<TextServer> {
    const server = new TextServer();
    server.#http.listen(0, '127.0.0.1');
    await once(server.#http, 'listening');
    return server;
  }

  /** The settings that make Sunglow send its text messages here. */
  get settings() {
    const { port } = this.#http.address() as AddressInfo;
    return { SMS_WEBHOOK_URL: `http://127.0.0.1:${port}/texts`, SMS_WEBHOOK_SECRET: SECRET };
  }

  /** All texts to `number`, oldest first. */
  textsTo(number: string): ReceivedText[] {
    return this.#inbox.all(({ to }) => to === number);
  }

  /** Waits for the `count`-th text to `number`. */
  textTo(number: string, count = 1): Promise<ReceivedText> {
    return this.#inbox.next(({ to }) => to === number, count);
  }

  /** The code in that text. */
  async codeTo(number: string, count = 1): Promise<string> {
    const { text } = await this.textTo(number, count);
    return /\b\d{6}\b/.exec(text)?.[0] ?? '';
  }

  /** The status of the answer. */
  async #take(request: IncomingMessage): Promise<number> {
    const body = await text(request);
    const signature = createHmac('sha256', SECRET).update(body).digest('hex');
    if (request.headers['sunglow-signature'] !== signature) return 401;
    this.#inbox.add(JSON.parse(body) as ReceivedText);
    return 204;
  }

  async stop(): Promise<void> {
    this.#http.closeAllConnections();
    this.#http.close();
    await once(this.#http, 'close');
  }
}

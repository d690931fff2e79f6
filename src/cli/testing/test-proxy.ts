import { once } from 'node:events';
import {
  createServer,
  request,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { freePort } from '#src/server/testing/processes/free-port.ts';

/** A proxy in front of a server, which can fail. */
export class TestProxy {
  readonly #target: URL;
  readonly #port: number;
  #server: Server | null = null;
  /** Answers instead of the server, unless null. */
  instead: RequestListener | null = null;
  /** The requests that came, as `GET /api/v1/tasks`. */
  readonly requests: string[] = [];

  constructor(target: string, port: number) {
    this.#target = new URL(target);
    this.#port = port;
  }

  static async before(target: string): Promise<TestProxy> {
    const proxy = new TestProxy(target, await freePort());
    await proxy.start();
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  async start(): Promise<void> {
    this.#server = createServer((incoming, outgoing) => {
      const { method = '', url = '' } = incoming;
      this.requests.push(`${method} ${url.split('?', 1)[0]}`);
      if (this.instead) return this.instead(incoming, outgoing);
      this.forward(incoming, outgoing);
    }).listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { hostname, port } = this.#target;
    const { method, url: path, headers } = incoming;
    const forwarded = request({ hostname, port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    outgoing.once('close', () => forwarded.destroy());
    forwarded.once('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  }

  /** Breaks all connections, and takes no more. */
  async stop(): Promise<void> {
    this.#server?.closeAllConnections();
    await new Promise((resolve) => {
      if (this.#server?.listening) this.#server.close(resolve);
      else resolve(null);
    });
  }
}

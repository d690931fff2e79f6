import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

/**
 * The proxy's answer to clients without its session; with `open` every client has one. `no-sockets` passes no
 * upgrades on.
 */
export type GateMode = 'open' | 'redirect' | 'rejection' | 'page' | 'no-sockets';

const SIGN_IN_PAGE = '<!doctype html><title>Gate</title><h1>Gate</h1><a href="/let-in">Let me in</a>';

/**
 * A proxy before a server, with a sign-in of its own at another origin, like Authelia and Cloudflare Access.
 */
export class Gate {
  readonly #proxy = createServer((incoming, answer) => this.#answer(incoming, answer));
  readonly #portal = createServer((incoming, answer) => this.#signIn(incoming, answer));
  readonly #sockets = new Set<Socket>();
  #target = 0;
  #mode: GateMode = 'open';

  static async start(): Promise<Gate> {
    const gate = new Gate();
    gate.#proxy.on('upgrade', (incoming, socket: Socket, head: Buffer) =>
      gate.#upgrade(incoming, socket, head),
    );
    for (const server of [gate.#proxy, gate.#portal]) {
      server.listen(0, 'localhost');
      await once(server, 'listening');
    }
    return gate;
  }

  get url(): string {
    return `http://localhost:${portOf(this.#proxy)}`;
  }

  /** Sets the port of the server behind it. */
  leadTo(port: number): void {
    this.#target = port;
  }

  /** Sets the mode and ends open sockets, like a proxy that checks the session again. */
  set(mode: GateMode): void {
    this.#mode = mode;
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.set('open');
    for (const server of [this.#proxy, this.#portal]) {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    }
  }

  #answer(incoming: IncomingMessage, answer: ServerResponse): void {
    if (this.#mode === 'open' || this.#mode === 'no-sockets') return this.#pass(incoming, answer);
    const isVisit = incoming.headers['sec-fetch-mode'] === 'navigate';
    const back = encodeURIComponent(this.url + (incoming.url ?? '/'));
    const location = `http://localhost:${portOf(this.#portal)}/?rd=${back}`;
    // A visit to a page always leads to the sign-in.
    if (this.#mode === 'redirect' || isVisit) answer.writeHead(302, { location }).end();
    else if (this.#mode === 'rejection') answer.writeHead(401).end('Unauthorized');
    else answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(SIGN_IN_PAGE);
  }

  #signIn(incoming: IncomingMessage, answer: ServerResponse): void {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', this.url);
    const back = searchParams.get('rd') ?? this.url;
    if (pathname === '/let-in') {
      this.set('open');
      answer.writeHead(303, { location: back }).end();
      return;
    }
    const page = SIGN_IN_PAGE.replace('/let-in', `/let-in?rd=${encodeURIComponent(back)}`);
    answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
  }

  #pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const { url, method, headers } = incoming;
    const passed = request({ host: 'localhost', port: this.#target, path: url, method, headers }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(answer);
    });
    passed.on('error', () => answer.writeHead(502).end());
    incoming.pipe(passed);
  }

  #upgrade(incoming: IncomingMessage, socket: Socket, head: Buffer): void {
    this.#sockets.add(socket);
    socket.on('close', () => this.#sockets.delete(socket)).on('error', () => socket.destroy());
    if (this.#mode !== 'open' && this.#mode !== 'no-sockets') {
      socket.end('HTTP/1.1 302 Found\r\nlocation: /\r\ncontent-length: 0\r\nconnection: close\r\n\r\n');
      return;
    }
    const { connection, upgrade, ...others } = incoming.headers;
    // A proxy without support for upgrades drops the headers of its own connection.
    const headers =
      this.#mode === 'open' ? { connection, upgrade, ...others } : { connection: 'close', ...others };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}\r\n`);
    const server = connect(this.#target, 'localhost', () => {
      server.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('')}\r\n`);
      server.write(head);
      server.pipe(socket).pipe(server);
    });
    server.on('error', () => socket.destroy());
    socket.on('close', () => server.destroy());
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

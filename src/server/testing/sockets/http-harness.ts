import { once } from 'node:events';
import type { RequestListener, Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { createHttpServer, type HttpLimits } from '#src/server/http/http-server.ts';

/** The front server with a stub of the app behind it, and clients that send any bytes. */
export class HttpHarness {
  readonly server: Server;
  /** The requests that reached the app, as `GET /path`. */
  readonly asked: string[] = [];

  static async start(
    limits: Partial<HttpLimits> = {},
    answer: RequestListener = answerOk,
  ): Promise<HttpHarness> {
    const harness = new HttpHarness(limits, answer);
    harness.server.listen(0, '127.0.0.1');
    await once(harness.server, 'listening');
    return harness;
  }

  private constructor(limits: Partial<HttpLimits>, answer: RequestListener) {
    this.server = createHttpServer((request, response) => {
      this.asked.push(`${request.method} ${request.url}`);
      answer(request, response);
    }, limits);
  }

  connect(): HttpClient {
    return new HttpClient((this.server.address() as AddressInfo).port);
  }

  /** Sends `text`, and returns the server's answers until it closes the connection. */
  talk(text: string): Promise<string> {
    const client = this.connect();
    client.write(text);
    return client.all;
  }

  /** The number of open connections. */
  connections(): Promise<number> {
    return new Promise((resolve, reject) =>
      this.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  }

  stop(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

export class HttpClient {
  readonly socket: Socket;
  /** All answers of the server, once it has closed the connection. */
  readonly all: Promise<string>;
  #text = '';

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.setEncoding('latin1').on('data', (text: string) => (this.#text += text));
    this.socket.on('error', () => {});
    // `once` of node:events rejects when the server resets the connection, which counts as closing too.
    this.all = new Promise((resolve) => this.socket.once('close', () => resolve(this.#text)));
  }

  write(text: string): void {
    this.socket.write(text, 'latin1');
  }
}

const answerOk: RequestListener = (request, response) => {
  request.resume();
  response.end('ok');
};

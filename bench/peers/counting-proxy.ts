import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Forwards TCP connections to a port of this machine, and counts the bytes of both directions. */
export class CountingProxy {
  /** The target port of the connections, set before the first. */
  target = 0;
  bytes = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  static async start(): Promise<CountingProxy> {
    const proxy = new CountingProxy();
    proxy.#server.listen(0, 'localhost');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  private constructor() {
    this.#server = createServer((from) => {
      const to = connect(this.target, '127.0.0.1');
      this.#pass(from, to);
      this.#pass(to, from);
    });
  }

  get url(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #pass(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (data) => {
      this.bytes += data.length;
      to.write(data);
    });
    from.on('error', () => {});
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
  }
}

import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

const HEALTH_CHECK_MS = 250;

/**
 * A load balancer for several servers. It passes each connection to the next server, if possible a ready one,
 * and to another one if that cannot be reached. It keeps no client at a server.
 */
export class Balancer {
  readonly port: number;
  readonly #server: Server;
  readonly #ports: readonly number[];
  readonly #checks: NodeJS.Timeout;
  readonly #sockets = new Set<Socket>();
  #ready: ReadonlySet<number> = new Set();
  #next = 0;

  /** Listens on `port` for the servers on `ports` of this machine, which may start later. */
  static async start(port: number, ports: readonly number[]): Promise<Balancer> {
    const server = createServer();
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return new Balancer(server, ports);
  }

  private constructor(server: Server, ports: readonly number[]) {
    this.#server = server;
    this.#ports = ports;
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (client) => this.#serve(client, this.#order()));
    this.#checks = setInterval(() => void this.#check(), HEALTH_CHECK_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#checks);
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await once(this.#server, 'close');
  }

  #order(): number[] {
    const first = (this.#next += 1) % this.#ports.length;
    const turned = [...this.#ports.slice(first), ...this.#ports.slice(0, first)];
    return turned.toSorted((a, b) => Number(this.#ready.has(b)) - Number(this.#ready.has(a)));
  }

  #serve(client: Socket, [port, ...others]: readonly number[]): void {
    this.#watch(client);
    if (port === undefined) {
      client.destroy();
      return;
    }
    const server = connect(port, '127.0.0.1');
    const tryOther = () => this.#serve(client, others);
    server.once('error', tryOther);
    server.once('connect', () => {
      server.off('error', tryOther);
      this.#watch(server);
      client.pipe(server).pipe(client);
      client.once('close', () => server.destroy());
      server.once('close', () => client.destroy());
    });
  }

  #watch(socket: Socket): void {
    if (this.#sockets.has(socket)) return;
    this.#sockets.add(socket);
    // The close event of a broken connection closes the other side.
    socket.on('error', () => {});
    socket.once('close', () => this.#sockets.delete(socket));
  }

  async #check(): Promise<void> {
    const answers = await Promise.all(this.#ports.map(isReady));
    this.#ready = new Set(this.#ports.filter((_port, i) => answers[i]));
  }
}

async function isReady(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_500) });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}

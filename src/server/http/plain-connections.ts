import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { networkOf } from './network-of.ts';

/**
 * The connections of each address, without sync sockets, which have limits of their own (socket-limits.ts).
 */
export class PlainConnections {
  readonly #most: number;
  readonly #counts = new Map<string, number>();
  /** The network that each connection counts for. */
  readonly #networks = new WeakMap<Duplex, string>();

  /**
   * `most`: the limit of one address. This machine has no limit, as in SocketLimits: it is a proxy or a test.
   */
  constructor(most: number) {
    this.#most = most;
  }

  /** True when there is room for the connection. It then counts until it closes or is released. */
  take(socket: Socket): boolean {
    const network = networkOf(socket.remoteAddress ?? '');
    if (network === null) return true;
    const count = this.#counts.get(network) ?? 0;
    if (count >= this.#most) return false;
    this.#counts.set(network, count + 1);
    this.#networks.set(socket, network);
    socket.once('close', () => this.release(socket));
    return true;
  }

  /** Stops counting a connection that has become a sync socket, or has closed. */
  release(socket: Duplex): void {
    const network = this.#networks.get(socket);
    if (network === undefined) return;
    this.#networks.delete(socket);
    const left = (this.#counts.get(network) ?? 0) - 1;
    if (left > 0) this.#counts.set(network, left);
    else this.#counts.delete(network);
  }
}

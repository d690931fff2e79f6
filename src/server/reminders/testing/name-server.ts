import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';

const TYPES = new Map([
  [1, 'A'],
  [28, 'AAAA'],
]);

/** A name server (RFC 1035) on this machine. It never answers for names that it does not know. */
export class NameServer {
  readonly #socket: Socket = createSocket('udp4');
  readonly #names: Readonly<Record<string, readonly string[]>>;
  /** The questions it received, as `A example.com`. */
  readonly asked: string[] = [];

  private constructor(names: Readonly<Record<string, readonly string[]>>) {
    this.#names = names;
    this.#socket.on('message', (message, from) => this.#answer(message, from));
  }

  /** `names`: the addresses of each name. IPv6 addresses have all of their eight parts. */
  static async start(names: Readonly<Record<string, readonly string[]>>): Promise<NameServer> {
    const server = new NameServer(names);
    server.#socket.bind(0, '127.0.0.1');
    await once(server.#socket, 'listening');
    return server;
  }

  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  stop(): void {
    this.#socket.close();
  }

  #answer(message: Buffer, from: RemoteInfo): void {
    const labels: string[] = [];
    let at = 12;
    for (let length = message[at]; length; length = message[at]) {
      labels.push(message.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const question = message.subarray(12, at + 5);
    const name = labels.join('.').toLowerCase();
    const type = TYPES.get(message.readUInt16BE(at + 1)) ?? '';
    this.asked.push(`${type} ${name}`);
    const known = this.#names[name];
    if (!known) return;
    const records = known.filter((address) => isIPv4(address) === (type === 'A')).map(recordOf);
    const header = Buffer.alloc(12);
    message.copy(header, 0, 0, 2);
    // The flags of a recursive answer without an error.
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(records.length, 6);
    this.#socket.send(Buffer.concat([header, question, ...records]), from.port, from.address);
  }
}

/** A record with an address of the name in the question. */
function recordOf(address: string): Buffer {
  const data = isIPv4(address)
    ? Buffer.from(address.split('.').map(Number))
    : Buffer.from(
        address
          .split(':')
          .map((part) => part.padStart(4, '0'))
          .join(''),
        'hex',
      );
  const head = Buffer.from([0xc0, 12, 0, data.length === 4 ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, data.length]);
  return Buffer.concat([head, data]);
}

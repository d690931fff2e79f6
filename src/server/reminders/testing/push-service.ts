import { createDecipheriv, createECDH, createHmac, createPublicKey, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { NewSubscription } from '#src/reading/remind/push-api.ts';
import type { PushMessage } from '#src/reading/remind/push-message.ts';

/**
 * The answer of the service to the next requests for one browser. `hang` never answers, `upgrade` switches to
 * another protocol.
 */
export type Answer =
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>> }
  | 'hang'
  | 'upgrade';

/** A browser as its push service knows it, with the keys that never leave it. */
export class PushedBrowser {
  readonly messages: PushMessage[] = [];
  readonly topics: (string | undefined)[] = [];
  readonly subscription: NewSubscription;
  answer: Answer = { status: 201 };
  requests = 0;
  readonly #pair = createECDH('prime256v1');
  readonly #auth = randomBytes(16);

  constructor(endpoint: string) {
    this.#pair.generateKeys();
    const keys = {
      p256dh: this.#pair.getPublicKey().toString('base64url'),
      auth: this.#auth.toString('base64url'),
    };
    this.subscription = { endpoint, keys };
  }

  /**
   * Decrypts by RFC 8291 and RFC 8188, written independently of the server. Throws when the message is wrong.
   */
  decrypt(body: Buffer): PushMessage {
    const salt = body.subarray(0, 16);
    const keyLength = body.readUInt8(20);
    const sender = body.subarray(21, 21 + keyLength);
    const record = body.subarray(21 + keyLength);
    if (body.readUInt32BE(16) < record.length) throw new Error('more than one record');
    const hmac = (key: Buffer, ...parts: Buffer[]) =>
      createHmac('sha256', key).update(Buffer.concat(parts)).digest();
    const pseudoRandom = hmac(this.#auth, this.#pair.computeSecret(sender));
    const info = [Buffer.from('WebPush: info\0'), this.#pair.getPublicKey(), sender, Buffer.of(1)];
    const secret = hmac(salt, hmac(pseudoRandom, ...info));
    const key = hmac(secret, Buffer.from('Content-Encoding: aes128gcm\0\u0001')).subarray(0, 16);
    const nonce = hmac(secret, Buffer.from('Content-Encoding: nonce\0\u0001')).subarray(0, 12);
    const cipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(record.subarray(-16));
    const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
    const end = padded.lastIndexOf(2);
    if (end === -1 || padded.subarray(end + 1).some((byte) => byte !== 0)) throw new Error('no last record');
    return JSON.parse(padded.subarray(0, end).toString('utf8')) as PushMessage;
  }
}

/** A push service (RFC 8030) that keeps its messages, and checks their sender (RFC 8292). */
export class PushService {
  readonly #server: Server;
  readonly #browsers = new Map<string, PushedBrowser>();
  readonly problems: string[] = [];

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#take(request, response).catch((error: unknown) => {
        this.problems.push(String(error));
        response.writeHead(400).end();
      });
    });
  }

  static async start(): Promise<PushService> {
    const service = new PushService();
    service.#server.listen(0, '127.0.0.1');
    await once(service.#server, 'listening');
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  browser(): PushedBrowser {
    const path = `/push/${randomBytes(16).toString('hex')}`;
    const browser = new PushedBrowser(this.url + path);
    this.#browsers.set(path, browser);
    return browser;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const browser = this.#browsers.get(request.url ?? '');
    const body = await buffer(request);
    if (!browser) return void response.writeHead(404).end();
    browser.requests += 1;
    if (browser.answer === 'hang') return;
    if (browser.answer === 'upgrade') {
      response.socket?.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n');
      return;
    }
    const { status, headers } = browser.answer;
    if (status === 201) {
      this.#check(request, body);
      browser.messages.push(browser.decrypt(body));
      browser.topics.push(request.headers['topic'] as string | undefined);
    }
    response.writeHead(status, headers).end();
  }

  #check({ method, headers }: IncomingMessage, body: Buffer): void {
    if (method !== 'POST' || headers['content-encoding'] !== 'aes128gcm') throw new Error('no push message');
    if (!/^\d+$/.test(String(headers['ttl'])) || body.length > 4_096) throw new Error('no TTL, or too large');
    const [, token = '', key = ''] =
      /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? [];
    const point = Buffer.from(key, 'base64url');
    const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
    const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y } as never, format: 'jwk' });
    const [head, claims = '', signature = ''] = token.split('.');
    const signed = Buffer.from(`${head}.${claims}`);
    const options = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const;
    if (!verify('sha256', signed, options, Buffer.from(signature, 'base64url')))
      throw new Error('not signed');
    const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: unknown };
    if (aud !== this.url) throw new Error(`for ${String(aud)}`);
  }
}

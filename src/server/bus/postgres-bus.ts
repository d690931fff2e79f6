import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { newId } from '#src/domain/id.ts';
import type { Log } from '#src/server/log.ts';
import type { Bus, Hint } from '#src/sync/server/bus.ts';

const CHANNEL = 'sunglow';
/** PostgreSQL takes fewer than 8,000 bytes in one NOTIFY. */
const MAX_PAYLOAD_BYTES = 7_900;
/** Hints that wait for a slow database; beyond, the newest are dropped, and come with the next beat. */
const MAX_WAITING = 10_000;
/** Each commit that notifies takes a lock which all of them share: few of them, with many hints in each. */
const BATCH_MS = 5;
const FIRST_RETRY_MS = 500;
const LAST_RETRY_MS = 10_000;

interface Message {
  /** Which server it comes from. */
  readonly from: string;
  readonly hints: readonly Hint[];
}

/**
 * Hints through PostgreSQL's NOTIFY (sync rule W12), on one connection of its own that both listens and sends. While it is
 * lost, so are the hints. It needs a connection that stays: not one through PgBouncer that pools by transaction.
 */
export class PostgresBus implements Bus {
  readonly #url: string;
  readonly #log: Pick<Log, 'error' | 'info'>;
  readonly #id = newId();
  readonly #waiting: Hint[] = [];
  #receive: (hint: Hint) => void = () => {};
  #client: Client | null = null;
  #failures = 0;
  #retry: NodeJS.Timeout | undefined;
  #isSending = false;
  #isStopped = false;

  constructor(url: string, log: Pick<Log, 'error' | 'info'>) {
    this.#url = url;
    this.#log = log;
  }

  publish(hint: Hint): void {
    if (this.#client === null || this.#waiting.length >= MAX_WAITING) return;
    this.#waiting.push(hint);
    if (!this.#isSending) void this.#send(this.#client);
  }

  subscribe(receive: (hint: Hint) => void): void {
    this.#receive = receive;
  }

  /** Connects, and again whenever the connection is lost, until `stop`. Resolves after the first attempt. */
  async start(): Promise<void> {
    const client = new Client({
      connectionString: this.#url,
      application_name: 'sunglow-bus',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    client.on('notification', ({ payload = '' }) => this.#deliver(payload));
    client.on('error', (error) => this.#lose(client, error));
    client.on('end', () => this.#lose(client, null));
    try {
      await client.connect();
      await client.query(`LISTEN ${CHANNEL}`);
    } catch (error) {
      this.#lose(client, error);
      return;
    }
    if (this.#isStopped) return client.end();
    this.#failures = 0;
    this.#client = client;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#retry);
    await this.#client?.end();
  }

  /** What is published within BATCH_MS, or while the batch before is on its way, goes together. */
  async #send(client: Client): Promise<void> {
    this.#isSending = true;
    try {
      while (this.#waiting.length > 0) {
        await delay(BATCH_MS);
        const payloads = pack(this.#id, this.#waiting.splice(0));
        await client.query('SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload', [
          CHANNEL,
          payloads,
        ]);
      }
    } catch (error) {
      this.#lose(client, error);
    } finally {
      this.#isSending = false;
    }
  }

  #deliver(payload: string): void {
    try {
      const { from, hints } = JSON.parse(payload) as Message;
      if (from !== this.#id) for (const hint of hints) this.#receive(hint);
    } catch (error) {
      this.#log.error({ err: error }, 'a hint of another server could not be read');
    }
  }

  /** Called more than once for a connection: by what fails on it, and by its end. */
  #lose(client: Client, error: unknown): void {
    client.removeAllListeners();
    // What it may still say is said to nobody.
    client.on('error', () => {});
    void client.end().catch(() => {});
    if (this.#client === client) this.#client = null;
    this.#waiting.length = 0;
    if (this.#isStopped || this.#retry !== undefined) return;
    this.#log.error({ err: error }, 'the way to the other servers is lost, and tried again');
    const ceiling = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#retry = setTimeout(
      () => {
        this.#retry = undefined;
        void this.start();
      },
      ceiling * (0.5 + Math.random() / 2),
    ).unref();
  }
}

/** As few messages as hold all hints, each short enough for one NOTIFY. */
function pack(from: string, hints: readonly Hint[]): string[] {
  const payloads: string[] = [];
  let some: string[] = [];
  let bytes = 0;
  const close = () => {
    if (some.length > 0) payloads.push(`{"from":"${from}","hints":[${some.join(',')}]}`);
    some = [];
    bytes = 0;
  };
  for (const hint of hints) {
    const text = JSON.stringify(hint);
    const length = Buffer.byteLength(text) + 1;
    if (bytes + length > MAX_PAYLOAD_BYTES - 100) close();
    some.push(text);
    bytes += length;
  }
  close();
  return payloads;
}

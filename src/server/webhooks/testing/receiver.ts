import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

export interface ReceivedEvent {
  readonly event: 'entered' | 'changed' | 'left';
  readonly id: string;
  readonly why?: string;
  readonly task: { readonly name: string } | null;
}

/** A message, as the library of Standard Webhooks has verified it. */
export interface ReceivedMessage {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: {
    readonly webhook: { readonly id: string; readonly name: string; readonly query: string };
    readonly events: readonly ReceivedEvent[];
  };
}

type Answer = (response: ServerResponse, messageId: string) => void;

/** A receiver of webhooks on this machine. It verifies each message by the secret that it was given. */
export class Receiver {
  secret = '';
  readonly #clock: { readonly now: number } | null;
  /** Its answer to the next messages. */
  answer: Answer = (response) => void response.writeHead(204).end();
  readonly messages: ReceivedMessage[] = [];
  /** The messages that it answered with 2xx. */
  readonly taken: ReceivedMessage[] = [];
  readonly problems: string[] = [];
  readonly #server = createServer((request, response) => {
    void text(request).then((body) => {
      const id = String(request.headers['webhook-id']);
      const message = this.#read(id, body, request.headers as Record<string, string>);
      if (message) this.messages.push(message);
      this.answer(response, id);
      if (message && response.headersSent && response.statusCode < 300) this.taken.push(message);
    });
  });

  private constructor(clock: { readonly now: number } | null) {
    this.#clock = clock;
  }

  /** `clock`: the clock of a test, in place of the real one. */
  static async start(clock: { readonly now: number } | null = null): Promise<Receiver> {
    const receiver = new Receiver(clock);
    await once(receiver.#server.listen(0, '127.0.0.1'), 'listening');
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  /** The events so far, each as `entered NAME`, or `left WHY`. */
  get told(): string[] {
    return this.messages.flatMap(({ data }) =>
      data.events.map(({ event, task, why }) => `${event} ${task?.name ?? why ?? 'nothing'}`),
    );
  }

  /** Answers with this status from now on. */
  status(code: number, headers: Readonly<Record<string, string>> = {}): void {
    this.answer = (response) => void response.writeHead(code, headers).end();
  }

  #read(id: string, body: string, headers: Record<string, string>): ReceivedMessage | null {
    try {
      const message = this.#atItsTime(() => new Webhook(this.secret).verify(body, headers));
      return { ...(message as ReceivedMessage), id };
    } catch (error) {
      this.problems.push(String(error));
      return null;
    }
  }

  /** The library rejects a message that is not of the last minutes, and knows the real clock alone. */
  #atItsTime<T>(verify: () => T): T {
    if (!this.#clock) return verify();
    const { now } = this.#clock;
    const real = Date.now;
    Date.now = () => now;
    try {
      return verify();
    } finally {
      Date.now = real;
    }
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

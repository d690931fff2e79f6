import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

const WAIT_MS = 10_000;

/** A mail server that keeps what it gets. */
export class MailServer {
  readonly #smtp: SMTPServer;
  readonly #mails: Email[] = [];
  #onMail: () => void = () => {};

  private constructor() {
    this.#smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: callbackify((stream: Readable, _session: unknown) => this.#take(stream)),
    });
  }

  static async start(): Promise<MailServer> {
    const server = new MailServer();
    server.#smtp.listen(0, '127.0.0.1');
    await once(server.#smtp.server, 'listening');
    return server;
  }

  /** The settings with which Sunglow sends its mail here. */
  get settings() {
    const { port } = this.#smtp.server.address() as AddressInfo;
    return { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Sunglow <sunglow@example.com>' };
  }

  /** All that has come for `address`, oldest first. */
  mailsTo(address: string): Email[] {
    return this.#mails.filter(({ to = [] }) => to.some((each) => each.address === address));
  }

  /** The mail to `address` that is its `count`-th, waited for. */
  async mailTo(address: string, count = 1): Promise<Email> {
    const deadline = AbortSignal.timeout(WAIT_MS);
    for (;;) {
      const mail = this.mailsTo(address)[count - 1];
      if (mail) return mail;
      await new Promise<void>((resolve, reject) => {
        this.#onMail = resolve;
        deadline.addEventListener('abort', () =>
          reject(new Error(`No mail number ${count} for ${address}.`)),
        );
      });
    }
  }

  /** The link in that mail. */
  async linkTo(address: string, count = 1): Promise<{ url: string; purpose: string; token: string }> {
    const { text = '' } = await this.mailTo(address, count);
    const [url = '', purpose = '', token = ''] = /http\S+\/auth\/link#([\w-]+)=(\S+)/.exec(text) ?? [];
    return { url, purpose, token: decodeURIComponent(token) };
  }

  async #take(stream: Readable): Promise<void> {
    this.#mails.push(await PostalMime.parse(await buffer(stream)));
    this.#onMail();
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#smtp.close(resolve));
  }
}

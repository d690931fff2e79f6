import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { callbackify } from 'node:util';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { Inbox } from './inbox.ts';

/** A mail server that keeps its mails. */
export class MailServer {
  readonly #smtp: SMTPServer;
  readonly #inbox = new Inbox<Email>();

  private constructor() {
    this.#smtp = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData: callbackify((stream: Readable, _session: unknown) => this.#take(stream)),
    });
  }

  static async start(host = '127.0.0.1'): Promise<MailServer> {
    const server = new MailServer();
    server.#smtp.listen(0, host);
    await once(server.#smtp.server, 'listening');
    return server;
  }

  /** The settings that make Sunglow send its mails here. */
  get settings() {
    const { port } = this.#smtp.server.address() as AddressInfo;
    return { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Sunglow <sunglow@example.com>' };
  }

  /** All mails to `address`, oldest first. */
  mailsTo(address: string): Email[] {
    return this.#inbox.all(isTo(address));
  }

  /** Waits for the `count`-th mail to `address`. */
  mailTo(address: string, count = 1): Promise<Email> {
    return this.#inbox.next(isTo(address), count);
  }

  /** The link in that mail. */
  async linkTo(address: string, count = 1): Promise<{ url: string; purpose: string; token: string }> {
    const { text = '' } = await this.mailTo(address, count);
    const [url = '', purpose = '', token = ''] = /http\S+\/auth\/link#([\w-]+)=([^\s&]+)\S*/.exec(text) ?? [];
    return { url, purpose, token: decodeURIComponent(token) };
  }

  async #take(stream: Readable): Promise<void> {
    this.#inbox.add(await PostalMime.parse(await buffer(stream)));
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.#smtp.close(resolve));
  }
}

function isTo(address: string) {
  return ({ to = [] }: Email) => to.some((each) => each.address === address);
}

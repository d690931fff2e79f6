import { isPhoneEmail } from '#src/domain/phone-email.ts';
import type { Config } from '#src/server/config/config.ts';
import { Outbox } from './outbox.ts';
import { smtpMailer } from './smtp-mailer.ts';
import { textSender } from './text-sender.ts';

export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where its reader ends such mails with one click, without a session (RFC 8058). */
  readonly unsubscribe?: string;
}

/** `to` is a number as E.164 writes it, such as +15551234567. */
export interface TextMessage {
  readonly to: string;
  readonly text: string;
}

/** How messages leave the server. What is null is not offered, nor is what needs it. Both reject when it fails. */
export interface Delivery {
  readonly mail: ((mail: Mail) => Promise<void>) | null;
  readonly text: ((message: TextMessage) => Promise<void>) | null;
  /** Whether mail reaches whoever has the address; false on a console, where it proves nothing. */
  readonly mailIsReal: boolean;
}

/** Delivers as `config` says; what it does not say goes to the outbox of a server for this machine alone, else nowhere. */
export async function createDelivery(config: Config, print: (line: string) => void): Promise<Delivery> {
  const outbox = config.isLocal ? new Outbox(config.dataDir, print) : null;
  return {
    mail: toPeople(config.mail ? await smtpMailer(config.mail) : outbox && ((mail) => outbox.add(mail))),
    text: config.sms ? textSender(config.sms) : outbox && ((message) => outbox.add(message)),
    mailIsReal: config.mail !== null,
  };
}

/** Accounts of a phone number alone have no address. */
function toPeople(send: Delivery['mail']): Delivery['mail'] {
  if (!send) return null;
  return async (mail) => {
    if (!isPhoneEmail(mail.to)) await send(mail);
  };
}

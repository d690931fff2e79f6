import { isPhoneEmail } from '#src/domain/identity/phone-email.ts';
import type { Config } from '#src/server/config/config.ts';
import type { Delivery } from './delivery.ts';
import { Outbox } from './outbox.ts';
import { smtpMailer } from './smtp-mailer.ts';
import { textSender } from './text-sender.ts';

/**
 * The delivery of the settings. Without settings, a server for this machine alone puts messages into the
 * outbox, and other servers send none.
 */
export async function createDelivery(config: Config, print: (line: string) => void): Promise<Delivery> {
  const outbox = config.isLocal ? new Outbox(config.dataDir, print) : null;
  return {
    mail: toPeople(config.mail ? await smtpMailer(config.mail) : outbox && ((mail) => outbox.add(mail))),
    text: config.sms ? textSender(config.sms) : outbox && ((message) => outbox.add(message)),
    mailIsReal: config.mail !== null,
  };
}

/** Accounts with only a phone number have no address. */
function toPeople(send: Delivery['mail']): Delivery['mail'] {
  if (!send) return null;
  return async (mail) => {
    if (!isPhoneEmail(mail.to)) await send(mail);
  };
}

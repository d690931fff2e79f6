import type { MailConfig } from '#src/server/config/config.ts';
import type { Delivery } from './delivery.ts';

/** The most ms for each step of a mail server. */
const TIMEOUT_MS = 20_000;

export async function smtpMailer({
  smtpUrl,
  requireTls,
  from,
}: MailConfig): Promise<NonNullable<Delivery['mail']>> {
  // Loaded only with a mail server.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    url: smtpUrl,
    requireTLS: requireTls,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // No template and no user's text may name a file or an address to load.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async ({ to, subject, text, html, unsubscribe }) => {
    // An address in an object is never parsed as a list.
    const headers =
      unsubscribe === undefined
        ? {}
        : {
            'List-Unsubscribe': `<${unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          };
    await transport.sendMail({ from, to: { name: '', address: to }, subject, text, html, headers });
  };
}

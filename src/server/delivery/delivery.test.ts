import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { phoneEmail } from '#src/domain/identity/phone-email.ts';
import { readConfig } from '#src/server/config/config.ts';
import { createDelivery } from './create-delivery.ts';
import { MailServer } from '#src/server/testing/sign-in/mail-server.ts';

test('no mail goes to the placeholder email of a phone number', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sunglow-delivery-'));
  const printed: string[] = [];
  const { mail } = await createDelivery(readConfig({ DATA_DIR: dataDir }), (line) => printed.push(line));
  const content = { subject: 'Hello', text: 'Hello.', html: '<p>Hello.</p>' };

  await mail?.({ ...content, to: phoneEmail('+12025550143') });
  await mail?.({ ...content, to: 'ada@example.com' });
  rmSync(dataDir, { recursive: true });

  expect(printed).toEqual([expect.stringContaining('To: ada@example.com')]);
});

test('a server that others can reach prints no mail, even without a public address', async () => {
  const { mail, text } = await createDelivery(readConfig({ HOST: '0.0.0.0' }), () => {});

  expect([mail, text]).toEqual([null, null]);
});

describe('a mail server without STARTTLS', () => {
  const content = { subject: 'Hello', text: 'A link.', html: '<p>A link.</p>' };
  let server: MailServer;
  beforeAll(async () => {
    server = await MailServer.start('0.0.0.0');
  });
  afterAll(() => server.stop());

  /** The mailer's address does not show that it is this machine. */
  async function mailerTo(query: string) {
    const SMTP_URL = server.settings.SMTP_URL.replace('127.0.0.1', '0.0.0.0') + query;
    const { mail } = await createDelivery(readConfig({ ...server.settings, SMTP_URL }), () => {});
    return mail!;
  }

  test('gets no mail beyond this machine, since a link could be read on the way', async () => {
    const send = await mailerTo('');

    await expect(send({ ...content, to: 'ada@example.com' })).rejects.toThrow('STARTTLS');
    expect(server.mailsTo('ada@example.com')).toEqual([]);
  });

  test('gets mail if its address allows it', async () => {
    const send = await mailerTo('?tls=never');

    await send({ ...content, to: 'bob@example.com' });

    expect(server.mailsTo('bob@example.com')).toHaveLength(1);
  });
});

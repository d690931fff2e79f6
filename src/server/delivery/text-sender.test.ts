import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { textSender, twilioRequest } from './text-sender.ts';
import { TextServer } from '#src/server/testing/sign-in/text-server.ts';

const MESSAGE = { to: '+12025550143', text: 'Grüße\n\n@localhost #123456' };

let texts: TextServer;
beforeAll(async () => {
  texts = await TextServer.start();
});
afterAll(() => texts.stop());

test('the webhook gets the message, signed, with the time of sending', async () => {
  const { SMS_WEBHOOK_URL: url, SMS_WEBHOOK_SECRET: secret } = texts.settings;
  const before = Date.now();

  await textSender({ by: 'webhook', url, secret })(MESSAGE);

  const received = await texts.textTo(MESSAGE.to);
  expect(received).toMatchObject(MESSAGE);
  expect(received.at).toBeGreaterThanOrEqual(before);
  expect(received.at).toBeLessThanOrEqual(Date.now());
});

test('a message that the webhook rejects does not count as sent', async () => {
  const { SMS_WEBHOOK_URL: url } = texts.settings;
  const send = textSender({ by: 'webhook', url, secret: 'a secret that the other side does not know' });

  await expect(send({ ...MESSAGE, to: '+12025550144' })).rejects.toMatchObject({ code: 'TEXT_NOT_SENT' });
  expect(texts.textsTo('+12025550144')).toEqual([]);
});

test('a message goes only to the webhook of the settings, even if that redirects', async () => {
  const { SMS_WEBHOOK_URL, SMS_WEBHOOK_SECRET: secret } = texts.settings;
  const sender = createServer((request, response) => {
    request.resume();
    response.writeHead(307, { location: SMS_WEBHOOK_URL }).end();
  });
  sender.listen(0, '127.0.0.1');
  await once(sender, 'listening');
  const url = `http://127.0.0.1:${(sender.address() as AddressInfo).port}`;

  const sending = textSender({ by: 'webhook', url, secret })({ ...MESSAGE, to: '+12025550145' });

  await expect(sending).rejects.toMatchObject({ code: 'TEXT_NOT_SENT' });
  expect(texts.textsTo('+12025550145')).toEqual([]);
  sender.close();
});

test.each([
  ['+15550001111', { From: '+15550001111' }],
  [`MG${'0'.repeat(32)}`, { MessagingServiceSid: `MG${'0'.repeat(32)}` }],
])('Twilio is asked as its API wants it, from %s', async (from, sender) => {
  const request = twilioRequest({ by: 'twilio', accountSid: 'AC1', authToken: 'secret', from }, MESSAGE);

  expect([request.method, request.url]).toEqual([
    'POST',
    'https://api.twilio.com/2010-04-01/Accounts/AC1/Messages.json',
  ]);
  expect(request.headers.get('authorization')).toBe(`Basic ${btoa('AC1:secret')}`);
  expect(request.headers.get('content-type')).toMatch(/^application\/x-www-form-urlencoded/);
  expect(Object.fromEntries(new URLSearchParams(await request.text()))).toEqual({
    To: MESSAGE.to,
    Body: MESSAGE.text,
    ...sender,
  });
});

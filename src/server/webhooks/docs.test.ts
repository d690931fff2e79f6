import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { signatureOf } from '#src/server/reminders/ways/webhook.ts';
import { freePort } from '#src/server/testing/processes/free-port.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const DOCS = readFileSync(`${ROOT}/docs/webhooks.md`, 'utf8');
const exampleIn = (language: string) =>
  new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'ms').exec(DOCS)?.[1] ?? '';

test('[A5] the receiver in docs/webhooks.md verifies the message there, and rejects a forged one', async () => {
  const port = await freePort();
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const receiver = spawn(process.execPath, ['--input-type=module', '-e', exampleIn('js')], {
    cwd: ROOT,
    env: { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const body = exampleIn('json');
    const post = (signed: string) =>
      fetch(`http://localhost:${port}/`, {
        method: 'POST',
        headers: signatureOf('message', signed, secret, Date.now()),
        body,
      });
    let answer = await post(body).catch(() => null);
    for (; answer === null; answer = await post(body).catch(() => null)) await delay(20);
    const [out] = (await once(receiver.stdout, 'data')) as [Buffer];

    expect(answer.status).toBe(204);
    expect(out.toString()).toContain('entered Send the invoice');
    expect((await post('{}')).status).toBe(400);
  } finally {
    receiver.kill();
  }
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { phoneEmail } from '#src/domain/phone-email.ts';
import { readConfig } from '#src/server/config/config.ts';
import { createDelivery } from '#src/server/delivery/delivery.ts';

test('no mail goes to what stands for the email of a phone number', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sunglow-delivery-'));
  const printed: string[] = [];
  const { mail } = createDelivery(readConfig({ DATA_DIR: dataDir }), (line) => printed.push(line));
  const content = { subject: 'Hello', text: 'Hello.', html: '<p>Hello.</p>' };

  await mail?.({ ...content, to: phoneEmail('+12025550143') });
  await mail?.({ ...content, to: 'ada@example.com' });
  rmSync(dataDir, { recursive: true });

  expect(printed).toEqual([expect.stringContaining('To: ada@example.com')]);
});

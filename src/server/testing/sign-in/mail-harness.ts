import { afterAll, beforeAll } from 'vitest';
import type { DatabaseOptions } from '#src/server/db/database.ts';
import type { TestEngine } from '#src/server/testing/databases/engines.ts';
import { MailServer } from './mail-server.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';

/** A Sunglow server, and the mail server that receives its mails. */
export interface MailHarness {
  readonly mail: MailServer;
  readonly server: TestServer;
  readonly where: DatabaseOptions;
}

/** One for all tests of the calling suite, available while they run. */
export function mailHarness(engine: TestEngine, settings: Record<string, string> = {}): MailHarness {
  const harness = {} as { -readonly [Part in keyof MailHarness]: MailHarness[Part] };
  beforeAll(async () => {
    harness.mail = await MailServer.start();
    harness.where = await engine.create();
    harness.server = await startTestServer(harness.where, {
      settings: { ...harness.mail.settings, ...settings },
    });
  });
  afterAll(async () => {
    await harness.server.stop();
    await harness.mail.stop();
  });
  return harness;
}

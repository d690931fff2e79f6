import { afterAll, beforeAll } from 'vitest';
import type { DatabaseOptions } from '#src/server/db/database.ts';
import type { TestEngine } from '#src/server/testing/databases/engines.ts';
import { MailServer } from './mail-server.ts';
import { startTestServer, type TestServer } from '#src/server/testing/processes/test-server.ts';

/** Sunglow, and where its mail arrives. */
export interface MailHarness {
  readonly mail: MailServer;
  readonly server: TestServer;
  readonly where: DatabaseOptions;
}

/** One for all tests of the suite that calls this. It is there once they run. */
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

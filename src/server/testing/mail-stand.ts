import { afterAll, beforeAll } from 'vitest';
import type { DatabaseOptions } from '#src/server/db/database.ts';
import type { TestEngine } from './engines.ts';
import { MailServer } from './mail-server.ts';
import { startTestServer, type TestServer } from './test-server.ts';

/** Sunglow, and where its mail arrives. */
export interface MailStand {
  readonly mail: MailServer;
  readonly server: TestServer;
  readonly where: DatabaseOptions;
}

/** One for all tests of the suite that calls this. It is there once they run. */
export function mailStand(engine: TestEngine, settings: Record<string, string> = {}): MailStand {
  const stand = {} as { -readonly [Part in keyof MailStand]: MailStand[Part] };
  beforeAll(async () => {
    stand.mail = await MailServer.start();
    stand.where = await engine.create();
    stand.server = await startTestServer(stand.where, { settings: { ...stand.mail.settings, ...settings } });
  });
  afterAll(async () => {
    await stand.server.stop();
    await stand.mail.stop();
  });
  return stand;
}

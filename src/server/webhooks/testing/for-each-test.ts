import { afterEach, beforeAll, beforeEach } from 'vitest';
import type { AppDatabase } from '#src/server/db/database.ts';
import type { TestEngine } from '#src/server/testing/databases/engines.ts';
import { Receiver } from './receiver.ts';
import { TellingServer } from './telling-server.ts';

interface Parts {
  readonly database: AppDatabase;
  readonly server: TellingServer;
  readonly receiver: Receiver;
}

/** Gives each test of a suite a server with webhooks, whose clock begins at `now`, and a receiver, on one database. */
export function forEachTest(
  engine: Pick<TestEngine, 'open'>,
  now: number,
  give: (parts: Parts) => void,
): void {
  let database: AppDatabase;
  let receiver: Receiver;
  beforeAll(async () => {
    database = await engine.open();
  });
  beforeEach(async () => {
    const server = new TellingServer(database, { now });
    receiver = await Receiver.start(server.clock);
    give({ database, server, receiver });
  });
  afterEach(() => receiver.stop());
}

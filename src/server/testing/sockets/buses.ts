import { Client } from 'pg';
import { describe, onTestFinished } from 'vitest';

import { NO_REDIS, RedisProcess } from '#src/server/testing/processes/redis-process.ts';

/** A carrier of hints between servers that a test can break. */
export interface TestCarrier {
  /** The servers' setting besides DATABASE_URL. */
  readonly redisUrl: string | null;
  /** Breaks every channel between servers at once; after `mend` they reconnect by themselves. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Declares the tests in `define` for hints through PostgreSQL, and through Redis if it is installed. */
export function describeEachBus(
  name: string,
  define: (start: (databaseUrl: string) => Promise<TestCarrier>) => void,
): void {
  describe(`${name} (postgres)`, () => {
    define(postgresCarrier);
  });
  describe.skipIf(NO_REDIS !== null)(`${name} (redis${NO_REDIS === null ? '' : `: ${NO_REDIS}`})`, () => {
    define(redisCarrier);
  });
}

async function postgresCarrier(databaseUrl: string): Promise<TestCarrier> {
  const url = new URL(databaseUrl);
  const database = url.pathname.slice(1);
  // A connection cannot close its own database.
  url.pathname = '/postgres';
  const admin = new Client({ connectionString: url.href });
  await admin.connect();
  onTestFinished(() => admin.end());
  const allow = (yes: boolean) => admin.query(`ALTER DATABASE ${database} ALLOW_CONNECTIONS ${yes}`);
  return {
    redisUrl: null,
    async cut() {
      await allow(false);
      await admin.query(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE application_name = 'sunglow-bus' AND datname = $1",
        [database],
      );
    },
    async mend() {
      await allow(true);
    },
  };
}

async function redisCarrier(): Promise<TestCarrier> {
  const redis = await RedisProcess.start();
  onTestFinished(() => redis.kill());
  return { redisUrl: redis.url, cut: () => redis.kill(), mend: () => redis.start() };
}

import { Client } from 'pg';
import { describe, onTestFinished } from 'vitest';

import { NO_REDIS, RedisProcess } from '#src/server/testing/processes/redis-process.ts';

/** What carries the hints of several servers, for a test to break. */
export interface TestCarrier {
  /** What servers are told besides DATABASE_URL. */
  readonly redisUrl: string | null;
  /** Breaks every channel between servers at once; what is up then comes back by itself after `mend`. */
  cut(): Promise<void>;
  mend(): Promise<void>;
}

/** Runs the tests that `define` declares with the hints going through PostgreSQL, and through Redis where there is one. */
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
  // Nobody can shut the database that they are in.
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

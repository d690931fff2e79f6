import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';

import { openDatabase } from './database.ts';
import { migrate } from './migrate.ts';
import { hasOpenssl, selfSignedCertificate } from '#src/server/testing/processes/certificates.ts';
import {
  startPostgresCluster,
  type PostgresCluster,
} from '#src/server/testing/databases/postgres-cluster.ts';

// The certificates need openssl.
describe.runIf(hasOpenssl)('a PostgreSQL with a certificate of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sunglow-tls-'));
  const own = join(folder, 'server.crt');
  const other = join(folder, 'other.crt');
  let cluster: PostgresCluster;

  beforeAll(async () => {
    selfSignedCertificate(folder, 'other', 'localhost');
    cluster = await startPostgresCluster({ tls: selfSignedCertificate(folder, 'server', 'localhost') });
  });
  afterAll(async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true });
  });

  function address(host: string, parameters: Record<string, string>): string {
    const url = new URL(cluster.url);
    url.hostname = host;
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  }

  test.each([
    ['localhost', { sslmode: 'require' }],
    ['127.0.0.1', { sslmode: 'require' }],
    ['localhost', { sslmode: 'require', sslrootcert: own }],
    ['127.0.0.1', { sslmode: 'verify-ca', sslrootcert: own }],
    ['localhost', { sslmode: 'verify-full', sslrootcert: own }],
  ])('%s with %o is reached through TLS', async (host, parameters) => {
    expect(await usesTls(address(host, parameters))).toBe(true);
  });

  test.each([
    ['localhost', { sslmode: 'verify-full' }, 'self-signed certificate'],
    ['localhost', { sslmode: 'verify-full', sslrootcert: 'system' }, 'self-signed certificate'],
    ['localhost', { sslmode: 'require', sslrootcert: other }, 'self-signed certificate'],
    ['localhost', { sslmode: 'verify-ca', sslrootcert: other }, 'self-signed certificate'],
    ['localhost', { sslmode: 'verify-full', sslrootcert: other }, 'self-signed certificate'],
    ['127.0.0.1', { sslmode: 'verify-full', sslrootcert: own }, 'does not match certificate'],
  ])('%s with %o is not used', async (host, parameters, reason) => {
    const use = usesTls(address(host, parameters));

    await expect(use).rejects.toThrow(/^The database cannot be used: .*Check DATABASE_URL\.$/);
    await expect(use).rejects.toThrow(reason);
  });

  test.each([{}, { sslmode: 'disable' }])('with %o is used without TLS', async (parameters) => {
    expect(await usesTls(address('localhost', parameters))).toBe(false);
  });

  test.each([{ sslmode: 'require' }, { sslmode: 'verify-full', sslrootcert: own }])(
    'with %o a PostgreSQL without TLS is not used',
    async (parameters) => {
      const url = new URL(inject('postgresUrl'));
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);

      await expect(usesTls(url.href)).rejects.toThrow('does not support SSL');
    },
  );
});

async function usesTls(databaseUrl: string): Promise<boolean | undefined> {
  const database = openDatabase({ dataDir: '', databaseUrl });
  try {
    await migrate(database.db, database.engine);
    const { rows } = await sql<{ ssl: boolean }>`
      select ssl from pg_stat_ssl where pid = pg_backend_pid()
    `.execute(database.db);
    return rows[0]?.ssl;
  } finally {
    await database.close();
  }
}

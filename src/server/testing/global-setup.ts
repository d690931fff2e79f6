import type { TestProject } from 'vitest/node';

import { startPostgresCluster } from '#src/server/testing/postgres-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Superuser's URL of the PostgreSQL that all server tests share. */
    postgresUrl: string;
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startPostgresCluster();
  project.provide('postgresUrl', cluster.url);
  return () => cluster.stop();
}

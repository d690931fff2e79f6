import { setTimeout as delay } from 'node:timers/promises';
import type { Engine } from '#src/server/db/tables.ts';
import { startPostgresCluster } from '#src/server/testing/databases/postgres-cluster.ts';
import { freePort } from '#src/server/testing/processes/free-port.ts';
import { ServerProcess } from '#src/server/testing/processes/server-process.ts';
import type { Random } from '#src/sync/testing/random.ts';

/** Servers on one database, killed one at a time. They post to this machine. */
export class KilledServers {
  readonly #cluster: Awaited<ReturnType<typeof startPostgresCluster>> | null;
  readonly #servers: ServerProcess[] = [];

  private constructor(cluster: Awaited<ReturnType<typeof startPostgresCluster>> | null) {
    this.#cluster = cluster;
  }

  static async start(engine: Engine, count: number): Promise<KilledServers> {
    const cluster = engine === 'postgres' ? await startPostgresCluster({ durable: true }) : null;
    const killed = new KilledServers(cluster);
    const env = {
      LOG_LEVEL: 'silent',
      WEBHOOK_ALLOW_PRIVATE: 'true',
      ...(cluster && { DATABASE_URL: cluster.url, AUTH_SECRET: 'x'.repeat(32) }),
    };
    try {
      for (let n = 0; n < count; n++) {
        const server = new ServerProcess(await freePort(), { env });
        killed.#servers.push(server);
        await server.start();
      }
      return killed;
    } catch (error) {
      await killed.stop();
      throw error;
    }
  }

  /** The address of the server of user number `n`. */
  urlFor(n: number): string {
    return this.#servers[n % this.#servers.length]?.url ?? '';
  }

  /** Waits for up to `lifeMs`, then kills a server and starts it again. */
  async killOne(random: Random, lifeMs: number): Promise<void> {
    await delay(random.integer(lifeMs));
    const killed = random.pick(this.#servers);
    await killed.kill();
    await killed.start();
  }

  async stop(): Promise<void> {
    for (const server of this.#servers) await server.dispose();
    await this.#cluster?.stop();
  }
}

import { Balancer } from './balancer.ts';
import { freePort } from './free-port.ts';
import {
  startPostgresCluster,
  type PostgresCluster,
} from '#src/server/testing/databases/postgres-cluster.ts';
import { RedisProcess } from './redis-process.ts';
import { ServerProcess } from './server-process.ts';

const SERVERS = 3;

export interface ClusterOptions {
  /** True if hints go through Redis. */
  readonly withRedis: boolean;
  readonly drainSeconds: number;
}

/** Three servers on one PostgreSQL, each in its own process, behind one address. */
export class Cluster {
  readonly servers: readonly ServerProcess[];
  readonly database: PostgresCluster;
  readonly redis: RedisProcess | null;
  readonly #balancer: Balancer;

  static async start({ withRedis, drainSeconds }: ClusterOptions): Promise<Cluster> {
    const undo = new AsyncDisposableStack();
    try {
      // In order: if the second cannot start, the first is ended.
      const database = await startPostgresCluster({ durable: true });
      undo.defer(() => database.stop());
      const redis = withRedis ? await RedisProcess.start() : null;
      undo.defer(async () => redis?.kill());
      const port = await freePort();
      const env = {
        // Messages about the killed database are expected.
        LOG_LEVEL: 'silent',
        DATABASE_URL: database.url,
        AUTH_SECRET: 'x'.repeat(32),
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        DRAIN_SECONDS: String(drainSeconds),
        ...(redis && { REDIS_URL: redis.url }),
      };
      const servers: ServerProcess[] = [];
      for (let n = 0; n < SERVERS; n++) servers.push(new ServerProcess(await freePort(), { env }));
      for (const server of servers) undo.defer(() => server.dispose());
      await Promise.all(servers.map((server) => server.start()));
      const balancer = await Balancer.start(
        port,
        servers.map((server) => server.port),
      );
      return new Cluster(servers, database, redis, balancer);
    } catch (error) {
      await undo.disposeAsync();
      throw error;
    }
  }

  private constructor(
    servers: readonly ServerProcess[],
    database: PostgresCluster,
    redis: RedisProcess | null,
    balancer: Balancer,
  ) {
    this.servers = servers;
    this.database = database;
    this.redis = redis;
    this.#balancer = balancer;
  }

  /** The address for devices. */
  get url(): string {
    return `http://127.0.0.1:${this.#balancer.port}`;
  }

  async dispose(): Promise<void> {
    await this.#balancer.stop();
    await Promise.all(this.servers.map((server) => server.dispose()));
    await this.redis?.kill();
    await this.database.stop();
  }
}

import { randomUUID } from 'node:crypto';
import { actorOf, spaceOf } from '#src/domain/space.ts';
import type { Mutation } from '#src/tables/operations.ts';
import { PAGE_ROWS, type Patch } from '#src/sync/protocol.ts';
import type { SyncDatabase } from '#src/sync/server/database.ts';
import { pull } from '#src/sync/server/pull.ts';
import { push, PUSH_SIZES, readCounts, type PushSizes } from '#src/sync/server/push.ts';

/** A user of a test. Tests that share a database each make their own. */
export class ServerUser {
  readonly id = randomUUID();
  /** The server's time when it gets a push. */
  now = 1_000;
  readonly #database: SyncDatabase;
  readonly #sizes: PushSizes;

  constructor(database: SyncDatabase, sizes: Partial<PushSizes> = {}) {
    this.#database = database;
    this.#sizes = { ...PUSH_SIZES, ...sizes };
  }

  async push(...mutations: readonly Mutation[]): Promise<Patch> {
    const { patch } = await this.#database.transact((tx) =>
      push(tx, actorOf(this.id), mutations, this.now, this.#sizes),
    );
    return patch;
  }

  pull(version: number, { loadedAt = 0, pageRows = PAGE_ROWS } = {}): Promise<Patch> {
    return this.#database.snapshot((tx) => pull(tx, spaceOf(this.id), { version, loadedAt }, pageRows));
  }

  /** The user's version and counts on the server. */
  async space() {
    const space = await this.#database.snapshot((tx) =>
      tx
        .selectFrom('space')
        .select(['version', 'live_counts'])
        .where('space_id', '=', spaceOf(this.id))
        .executeTakeFirst(),
    );
    if (!space) return undefined;
    const { task: tasks, collection: collections } = readCounts(space.live_counts);
    return { version: space.version, tasks, collections };
  }

  /** The version of each row's last write, by id. */
  versions(): Promise<Record<string, number>> {
    return this.#database.snapshot(async (tx) => {
      const tasks = await tx
        .selectFrom('task')
        .select(['id', 'version'])
        .where('space_id', '=', spaceOf(this.id))
        .execute();
      const collections = await tx
        .selectFrom('collection')
        .select(['id', 'version'])
        .where('space_id', '=', spaceOf(this.id))
        .execute();
      return Object.fromEntries([...tasks, ...collections].map(({ id, version }) => [id, version]));
    });
  }

  /** The recorded outcomes of mutations, by id. */
  outcomes(): Promise<Record<string, string | null>> {
    return this.#database.snapshot(async (tx) => {
      const rows = await tx
        .selectFrom('mutation')
        .select(['mutation_id', 'outcome'])
        .where('space_id', '=', spaceOf(this.id))
        .execute();
      return Object.fromEntries(rows.map(({ mutation_id, outcome }) => [mutation_id, outcome]));
    });
  }
}

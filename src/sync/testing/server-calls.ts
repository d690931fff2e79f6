import { randomUUID } from 'node:crypto';
import type { Mutation } from '#src/mutators/index.ts';
import { PAGE_ROWS, type Patch } from '#src/sync/protocol.ts';
import type { SyncDatabase } from '#src/sync/server/database.ts';
import { pull } from '#src/sync/server/pull.ts';
import { push } from '#src/sync/server/push.ts';

/** One user of a database that tests share: another each time. */
export class ServerUser {
  readonly id = randomUUID();
  readonly #database: SyncDatabase;

  constructor(database: SyncDatabase) {
    this.#database = database;
  }

  /** In as many transactions as it takes; what changed in all of them, in one patch. */
  async push(...mutations: readonly Mutation[]): Promise<Patch> {
    const patches: Patch[] = [];
    for (let rest = mutations; rest.length > 0;) {
      const part = rest;
      const { patch } = await this.#database.transact((tx) => push(tx, this.id, part, 1_000));
      patches.push(patch);
      rest = rest.slice(patch.outcomes.length);
    }
    const [first, ...more] = patches;
    if (!first) throw new Error('A push has a mutation.');
    if (more.length === 0 && !first.rest) return first;
    return { ...(await this.pull(first.from)), outcomes: patches.flatMap(({ outcomes }) => outcomes) };
  }

  pull(version: number, { loadedAt = 0, pageRows = PAGE_ROWS } = {}): Promise<Patch> {
    return this.#database.snapshot((tx) => pull(tx, this.id, { version, loadedAt }, pageRows));
  }

  /** The version and the counts that the server keeps of the user. */
  space() {
    return this.#database.snapshot((tx) =>
      tx
        .selectFrom('space')
        .select(['version', 'task_count', 'collection_count'])
        .where('user_id', '=', this.id)
        .executeTakeFirst(),
    );
  }

  /** The version at which each row was written last, by id. */
  versions(): Promise<Record<string, number>> {
    return this.#database.snapshot(async (tx) => {
      const tasks = await tx
        .selectFrom('task')
        .select(['id', 'version'])
        .where('user_id', '=', this.id)
        .execute();
      const collections = await tx
        .selectFrom('collection')
        .select(['id', 'version'])
        .where('user_id', '=', this.id)
        .execute();
      return Object.fromEntries([...tasks, ...collections].map(({ id, version }) => [id, version]));
    });
  }

  /** What the server recorded of mutations, by id. */
  outcomes(): Promise<Record<string, string | null>> {
    return this.#database.snapshot(async (tx) => {
      const rows = await tx
        .selectFrom('mutation')
        .select(['mutation_id', 'outcome'])
        .where('user_id', '=', this.id)
        .execute();
      return Object.fromEntries(rows.map(({ mutation_id, outcome }) => [mutation_id, outcome]));
    });
  }
}

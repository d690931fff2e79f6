import { createHash } from 'node:crypto';
import { kyselyAdapter } from '@better-auth/kysely-adapter';
import type { BetterAuthOptions, DBAdapter, DBTransactionAdapter, Where } from 'better-auth';

import type { AppDatabase } from '#src/server/db/database.ts';

/** How long a session lasts however much it is used, in ms. */
const LONGEST_MS = 90 * 86_400_000;

/** A session as Better Auth knows it. */
interface Row {
  readonly token: string;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

interface Query {
  readonly model: string;
  readonly where?: Where[] | undefined;
}

/** The stored form of a session's token. The token is random, and too long to be found from its SHA-256. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/**
 * Better Auth's adapter to the database. It stores tokens of sessions hashed, although Better Auth only knows
 * plain ones, so that no copy of the database can sign in. It never prolongs a session past LONGEST_MS.
 */
export function authAdapter({ db, engine }: AppDatabase) {
  const open = kyselyAdapter(db, { type: engine, transaction: true });
  return (options: BetterAuthOptions): DBAdapter => {
    const adapter = open(options);
    return {
      ...withHashedTokens(adapter),
      transaction: (work) => adapter.transaction((trx) => work(withHashedTokens(trx))),
    };
  };
}

function withHashedTokens<Adapter extends DBTransactionAdapter>(adapter: Adapter): Adapter {
  return {
    ...adapter,
    create: async (query) => {
      if (query.model !== 'session') return adapter.create(query);
      const { token } = query.data as unknown as Row;
      const data = { ...query.data, token: hashToken(token) };
      return { ...(await adapter.create({ ...query, data })), token };
    },
    findOne: async <T>(query: Parameters<Adapter['findOne']>[0]) =>
      plainly(query, await adapter.findOne<T>(hashed(query))),
    findMany: async <T>(query: Parameters<Adapter['findMany']>[0]) =>
      (await adapter.findMany<T>(hashed(query))).map((row) => plainly(query, row)),
    update: async <T>(query: Parameters<Adapter['update']>[0]) => {
      const update = await bounded(adapter, query);
      return update && plainly(query, await adapter.update<T>(hashed({ ...query, update })));
    },
    delete: (query) => adapter.delete(hashed(query)),
    deleteMany: (query) => adapter.deleteMany(hashed(query)),
  };
}

/** The same query with the stored form of tokens. */
function hashed<Q extends Query>(query: Q): Q {
  if (query.model !== 'session' || !query.where) return query;
  const where = query.where.map((condition) =>
    condition.field === 'token' ? { ...condition, value: hashToken(String(condition.value)) } : condition,
  );
  return { ...query, where };
}

/** The found row with the token that the query used. */
function plainly<T>({ model, where }: Query, row: T): T {
  const token = where?.find(({ field }) => field === 'token')?.value;
  return model === 'session' && row && token !== undefined ? { ...row, token } : row;
}

/** The update of the row, within LONGEST_MS; null without a row. */
async function bounded(
  adapter: DBTransactionAdapter,
  { model, where, update }: Query & { readonly where: Where[]; readonly update: Record<string, unknown> },
): Promise<Record<string, unknown> | null> {
  const { expiresAt } = update;
  if (model !== 'session' || !(expiresAt instanceof Date)) return update;
  const session = await adapter.findOne<Row>(hashed({ model, where }));
  if (!session) return null;
  const end = session.createdAt.getTime() + LONGEST_MS;
  return { ...update, expiresAt: new Date(Math.min(expiresAt.getTime(), end)) };
}

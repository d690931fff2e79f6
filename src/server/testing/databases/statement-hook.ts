import { PostgresDriver, type CompiledQuery, type DatabaseConnection } from 'kysely';

/** Sees a statement before PostgreSQL does, and says what that gets to run. */
export type StatementHook = (query: CompiledQuery, connection: DatabaseConnection) => CompiledQuery;

const hooks = new Set<StatementHook>();
const hooked = new WeakSet<DatabaseConnection>();

/** Hooks all that goes through Kysely's driver in this process from now on. Returns what ends it. */
export function hookStatements(hook: StatementHook): () => void {
  hooks.add(hook);
  return () => void hooks.delete(hook);
}

// The one place where connections come from, whatever dialect is over it. Nothing of it is in the server itself.
const acquire: PostgresDriver['acquireConnection'] = Reflect.get(
  PostgresDriver.prototype,
  'acquireConnection',
);
PostgresDriver.prototype.acquireConnection = async function hookedAcquire(options) {
  const connection = await acquire.call(this, options);
  if (hooked.has(connection)) return connection;
  hooked.add(connection);
  const execute = connection.executeQuery.bind(connection);
  connection.executeQuery = (query, ...rest) => {
    let run = query;
    for (const hook of hooks) run = hook(run, connection);
    return execute(run, ...rest);
  };
  return connection;
};

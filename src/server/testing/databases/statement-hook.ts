import { PostgresDriver, type CompiledQuery, type DatabaseConnection } from 'kysely';

/** Gets each statement before PostgreSQL does, and returns the one to run. */
export type StatementHook = (query: CompiledQuery, connection: DatabaseConnection) => CompiledQuery;

const hooks = new Set<StatementHook>();
const hooked = new WeakSet<DatabaseConnection>();

/** Hooks all statements of Kysely's driver in this process from now on. Returns a function that ends it. */
export function hookStatements(hook: StatementHook): () => void {
  hooks.add(hook);
  return () => void hooks.delete(hook);
}

// All connections come from here, for any dialect. The server itself contains no hook.
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

import { AsyncLocalStorage } from 'node:async_hooks';
import { hashPassword } from 'better-auth/crypto';

const prepared = new AsyncLocalStorage<{ password: string; hash: string }>();

/**
 * Runs `work` with the hash of `password` at hand. Better Auth hashes a new password inside the transaction that makes
 * the account, for some 50 ms, in which nobody else could use a database of one connection.
 */
export async function withPreparedHash<T>(password: string, work: () => Promise<T>): Promise<T> {
  const hash = await hashPassword(password);
  return prepared.run({ password, hash }, work);
}

/** The prepared hash of `password`, or a new one. */
export async function preparedHash(password: string): Promise<string> {
  const known = prepared.getStore();
  return known?.password === password ? known.hash : hashPassword(password);
}

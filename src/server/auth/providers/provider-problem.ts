import { AsyncLocalStorage } from 'node:async_hooks';
import type { ProviderProblem } from '#src/domain/identity/sign-in-methods.ts';

interface Holder {
  problem: ProviderProblem | null;
}

const holders = new AsyncLocalStorage<Holder>();

/**
 * Notes why a sign-in at a provider failed: Better Auth has one code for all problems with a code or a token.
 */
export function noteProblem(problem: ProviderProblem): void {
  const holder = holders.getStore();
  if (holder) holder.problem ??= problem;
}

/** The result of `work`, and the problem that was noted meanwhile, if any. */
export async function withProblem<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly problem: ProviderProblem | null }> {
  const holder: Holder = { problem: null };
  const result = await holders.run(holder, work);
  return { result, problem: holder.problem };
}

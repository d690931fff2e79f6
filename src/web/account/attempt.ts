import { useState } from 'react';
import { AuthError } from './auth-client.ts';

/** A request that the server may reject; `problem` is its error until the next try. */
export function useAttempt() {
  const [problem, setProblem] = useState<AuthError | null>(null);
  const [isBusy, setBusy] = useState(false);
  const attempt = async (work: () => Promise<void>) => {
    setProblem(null);
    setBusy(true);
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      setProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return { problem, isBusy, attempt };
}

import { useState } from 'react';
import { AuthError } from '#src/web/hooks/auth-client.ts';

/** Something asked of the server that it may refuse: `problem` is what to tell the user then, '' as long as it has not. */
export function useAttempt() {
  const [problem, setProblem] = useState('');
  const attempt = async (work: () => Promise<void>) => {
    setProblem('');
    try {
      await work();
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      setProblem(error.message);
    }
  };
  return { problem, attempt };
}

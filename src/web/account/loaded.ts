import { useEffect, useState } from 'react';
import { session } from '#src/web/platform/session.ts';
import { AuthError } from './auth-client.ts';

/** Data from the server. */
export interface Loaded<T> {
  /** Null until loaded; stays while it loads again. */
  readonly data: T | null;
  /** The error of the last load. */
  readonly problem: AuthError | null;
  readonly reload: () => void;
}

/**
 * Loads by `load`, which throws AuthError. Loads again by `reload`, with another session, and when the
 * network returns.
 */
export function useLoaded<T>(load: () => Promise<T>): Loaded<T> {
  const [data, setData] = useState<T | null>(null);
  const [problem, setProblem] = useState<AuthError | null>(null);
  // A new object for each request.
  const [question, setQuestion] = useState({ load });
  useEffect(() => {
    let isWanted = true;
    question.load().then(
      (answer) => {
        if (!isWanted) return;
        setData(() => answer);
        setProblem(null);
      },
      (error: unknown) => {
        if (!(error instanceof AuthError)) throw error;
        if (isWanted) setProblem(error);
      },
    );
    const askAgain = () => setQuestion({ load: question.load });
    const before = session.get().user;
    const onSession = () => {
      const { user } = session.get();
      if (user && user !== before) askAgain();
    };
    window.addEventListener('online', askAgain);
    const stop = session.subscribe(onSession);
    return () => {
      isWanted = false;
      window.removeEventListener('online', askAgain);
      stop();
    };
  }, [question]);

  const reload = () => {
    setProblem(null);
    setQuestion({ load });
  };
  return { data, problem, reload };
}

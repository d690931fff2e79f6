import { useEffect, useState, type ReactNode } from 'react';
import { currentUser } from './hooks/auth-client.ts';
import { session, useSession, type User } from './hooks/session.ts';
import { Loading } from './ui/loading.tsx';
import { Trouble } from './ui/trouble.tsx';

/** Knows who is signed in: from this device, or, when only the flag is left of it, from the server. */
export function SignedInUser({ children }: { readonly children: (user: User) => ReactNode }) {
  const { user } = useSession();
  const [attempt, setAttempt] = useState(0);
  return user ? children(user) : <UnknownUser key={attempt} onRetry={() => setAttempt(attempt + 1)} />;
}

function UnknownUser({ onRetry }: { readonly onRetry: () => void }) {
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    let isCurrent = true;
    currentUser().then(
      (user) => {
        if (!isCurrent) return;
        if (user) session.start(user);
        else session.end();
      },
      (error: Error) => isCurrent && setProblem(error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, []);
  if (problem === null) return <Loading />;
  return <Trouble title="Sunglow could not find out who you are" text={problem} onRetry={onRetry} />;
}

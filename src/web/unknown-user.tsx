import { useEffect, useState } from 'react';
import { currentUser } from '#src/web/account/auth-client.ts';
import { session } from '#src/web/platform/session.ts';
import { Loading } from '#src/web/ui/page/loading.tsx';
import { Trouble } from '#src/web/ui/page/trouble.tsx';

/** Asks the server who is signed in. */
export function UnknownUser({ onRetry }: { readonly onRetry: () => void }) {
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

import { useState, type ReactNode } from 'react';
import { useSession, type User } from '#src/web/platform/session.ts';
import { chunk } from '#src/web/feedback/chunk.tsx';

// Seldom used: only if the browser has lost the stored user.
const UnknownUser = chunk(() => import('./unknown-user.tsx')).page((module) => module.UnknownUser);

/** Provides the signed-in user: from this device, or from the server if only the flag is left. */
export function SignedInUser({ children }: { readonly children: (user: User) => ReactNode }) {
  const { user } = useSession();
  const [attempt, setAttempt] = useState(0);
  return user ? children(user) : <UnknownUser key={attempt} onRetry={() => setAttempt(attempt + 1)} />;
}

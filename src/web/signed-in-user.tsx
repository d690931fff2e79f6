import { useState, type ReactNode } from 'react';
import { useSession, type User } from '#src/web/platform/session.ts';
import { chunk } from '#src/web/feedback/chunk.tsx';

// This is seldom needed: where the browser has lost what this device knew of the user.
const UnknownUser = chunk(() => import('./unknown-user.tsx')).page((module) => module.UnknownUser);

/** Knows who is signed in: from this device, or, when only the flag is left of it, from the server. */
export function SignedInUser({ children }: { readonly children: (user: User) => ReactNode }) {
  const { user } = useSession();
  const [attempt, setAttempt] = useState(0);
  return user ? children(user) : <UnknownUser key={attempt} onRetry={() => setAttempt(attempt + 1)} />;
}

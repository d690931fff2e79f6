import { useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { useSession } from '#src/web/platform/session.ts';
import { links } from '#src/web/addresses/links.ts';

/** The guard: sends visitors to sign in, and remembers where they wanted to go. */
export function RequireSignIn({ children }: { readonly children: ReactNode }) {
  const { isSignedIn, user } = useSession();
  // The flag alone may be a leftover: whose session it was is then asked of the server, which may know of none.
  const [wasKnown, setKnown] = useState(user !== null);
  if (user && !wasKnown) setKnown(true);
  const { pathname, search, hash } = useLocation();
  if (isSignedIn) return children;
  // Whoever signs out, here or in another tab, is done: the next to sign in here should not land on their page.
  if (wasKnown) return <Navigate to={links.landing} replace />;
  return <Navigate to={links.signIn} replace state={{ origin: pathname + search + hash }} />;
}

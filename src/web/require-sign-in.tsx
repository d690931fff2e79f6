import { useState, type ReactNode } from 'react';
import { useLocation } from '#src/web/addresses/location.ts';
import { Navigate } from '#src/web/addresses/router.tsx';
import { useSession } from '#src/web/platform/session.ts';
import { links } from '#src/web/addresses/links.ts';

/** The guard: sends visitors to sign in, and remembers where they wanted to go. */
export function RequireSignIn({ children }: { readonly children: ReactNode }) {
  const { isSignedIn, user } = useSession();
  // The flag alone may be a leftover of an ended session. The server is then asked for the user, and may know
  // none.
  const [wasKnown, setKnown] = useState(user !== null);
  if (user && !wasKnown) setKnown(true);
  const { pathname, search, hash } = useLocation();
  if (isSignedIn) return children;
  // After signing out, here or in another tab, visitors get the landing page: the next user should not land
  // on the last one's page.
  if (wasKnown) return <Navigate to={links.landing} replace />;
  return <Navigate to={links.signIn} replace state={{ origin: pathname + search + hash }} />;
}

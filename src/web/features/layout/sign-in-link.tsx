import { useLocation } from 'react-router';
import { useSyncStatus } from '#src/web/hooks/rows.ts';
import { links } from '#src/web/links.ts';
import { ButtonLink } from '#src/web/ui/button.tsx';

/** To the log-in page, and from there back to where the user is; beside this tab, where leaving it would lose changes. */
export function SignInLink() {
  const { pathname, search, hash } = useLocation();
  const { storage, unsent } = useSyncStatus();
  // This tab alone has them.
  const mustStay = storage === 'memory' && unsent > 0;
  return (
    <ButtonLink
      look="primary"
      size="small"
      to={links.logIn}
      state={{ origin: pathname + search + hash }}
      target={mustStay ? '_blank' : undefined}
    >
      {mustStay ? 'Sign in again in a new tab' : 'Sign in again'}
    </ButtonLink>
  );
}

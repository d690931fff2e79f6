import { useLocation } from '#src/web/addresses/location.ts';
import { links } from '#src/web/addresses/links.ts';
import { ButtonLink } from '#src/web/ui/button.tsx';

/** Leads to the sign-in page, and from there back to this page. */
export function SignInLink() {
  const { pathname, search, hash } = useLocation();
  return (
    <ButtonLink look="primary" size="small" to={links.signIn} state={{ origin: pathname + search + hash }}>
      Sign in again
    </ButtonLink>
  );
}

import type { AuthError } from '#src/web/account/auth-client.ts';
import { links } from '#src/web/addresses/links.ts';
import { useLocation } from '#src/web/addresses/location.ts';
import { Link } from '#src/web/ui/link.tsx';
import { Problem } from '#src/web/ui/page/problem.tsx';

/** The session has ended, or is too old for the request. */
const SIGN_IN_AGAIN: readonly string[] = ['UNAUTHORIZED', 'SESSION_NOT_FRESH'];

/** The error of a request, with the next step, if there is one. */
export function AccountProblem({ problem }: { readonly problem: AuthError | null }) {
  const { pathname } = useLocation();
  return (
    <Problem>
      {problem?.message}
      {problem && SIGN_IN_AGAIN.includes(problem.code) && (
        <>
          {' '}
          <Link to={links.signIn} state={{ origin: pathname }}>
            Sign in again
          </Link>
        </>
      )}
    </Problem>
  );
}

import { Link } from 'react-router';
import type { AuthError } from '#src/web/hooks/auth-client.ts';
import { links } from '#src/web/links.ts';
import { Problem } from '#src/web/ui/problem.tsx';

/** The server wants to know again who it is: the session has ended, or is too old for what it was asked. */
const LOG_IN_AGAIN: readonly string[] = ['UNAUTHORIZED', 'SESSION_NOT_FRESH'];

/** What the server rejected, with the way on, if there is one. */
export function AccountProblem({ problem }: { readonly problem: AuthError | null }) {
  return (
    <Problem>
      {problem?.message}
      {problem && LOG_IN_AGAIN.includes(problem.code) && (
        <>
          {' '}
          <Link to={links.logIn} state={{ origin: links.account }}>
            Sign in again
          </Link>
        </>
      )}
    </Problem>
  );
}

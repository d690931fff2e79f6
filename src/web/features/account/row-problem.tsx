import type { AuthError } from '#src/web/hooks/auth-client.ts';
import { AccountProblem } from './account-problem.tsx';
import styles from './row-problem.module.css';

/** What went wrong with the row above, as part of it. */
export function RowProblem({ problem }: { readonly problem: AuthError | null }) {
  return (
    <div data-problem className={styles['problem']}>
      <AccountProblem problem={problem} />
    </div>
  );
}

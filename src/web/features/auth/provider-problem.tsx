import { useProviderProblem } from '#src/web/account/providers.ts';
import { Problem } from '#src/web/ui/page/problem.tsx';
import styles from './provider-buttons.module.css';

/** The error of a sign-in with a provider that ended on this page. */
export function ProviderProblem() {
  const problem = useProviderProblem();
  if (!problem) return null;
  return (
    <div className={styles['returned']}>
      <Problem>{problem.message}</Problem>
    </div>
  );
}

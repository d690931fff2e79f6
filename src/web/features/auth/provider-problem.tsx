import { useProviderProblem } from '#src/web/account/providers.ts';
import { Problem } from '#src/web/ui/page/problem.tsx';
import styles from './provider-buttons.module.css';

/** Why the way through another site has ended on this page. */
export function ProviderProblem() {
  const problem = useProviderProblem();
  if (!problem) return null;
  return (
    <div className={styles['returned']}>
      <Problem>{problem.message}</Problem>
    </div>
  );
}

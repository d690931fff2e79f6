import { useProviderProblem } from '#src/web/hooks/providers.ts';
import pageStyles from './auth-page.module.css';
import styles from './provider-buttons.module.css';

/** Why the way through another site has ended on this page. */
export function ProviderProblem() {
  const problem = useProviderProblem();
  if (!problem) return null;
  return (
    <div className={styles['returned']}>
      <p role="alert" className={pageStyles['problem']}>
        {problem.message}
      </p>
    </div>
  );
}

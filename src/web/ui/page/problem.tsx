import type { ReactNode } from 'react';
import styles from './problem.module.css';

/** What went wrong, beside what was tried. Stands empty when nothing did, to be heard when something does. */
export function Problem({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className={styles['problem']}>
      {children}
    </p>
  );
}

import type { ReactNode } from 'react';
import styles from './problem.module.css';

/**
 * The error of an action, beside its controls. Always rendered, also empty, so that screen readers announce
 * it.
 */
export function Problem({ children }: { readonly children: ReactNode }) {
  return (
    <p role="alert" className={styles['problem']}>
      {children}
    </p>
  );
}

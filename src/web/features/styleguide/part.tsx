import type { ReactNode } from 'react';
import styles from './style-guide.module.css';

export function Part({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles['part']}>
      <h2 className={styles['name']}>{name}</h2>
      <div className={styles['states']}>{children}</div>
    </div>
  );
}

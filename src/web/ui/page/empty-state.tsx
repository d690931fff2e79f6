import type { IconComponent } from '#src/web/ui/icons/icon.ts';
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';

export interface EmptyStateProps {
  readonly icon: IconComponent;
  readonly title: string;
  /** The next step. */
  readonly text: string;
  readonly children?: ReactNode;
}

export function EmptyState({ icon: Icon, title, text, children }: EmptyStateProps) {
  return (
    <div className={styles['empty']}>
      <span className={styles['icon']}>
        <Icon size={28} strokeWidth={1.75} aria-hidden />
      </span>
      <p className={styles['title']}>{title}</p>
      <p className={styles['text']}>{text}</p>
      {children && <div className={styles['action']}>{children}</div>}
    </div>
  );
}

import type { ReactNode } from 'react';
import styles from './setting-group.module.css';

interface SettingGroupProps {
  readonly title: string;
  readonly about?: string;
  readonly children: ReactNode;
}

/** Settings of one subject, below their heading. */
export function SettingGroup({ title, about, children }: SettingGroupProps) {
  return (
    <div className={styles['group']}>
      <h3 className={styles['title']}>{title}</h3>
      {about && <p className={styles['about']}>{about}</p>}
      <div className={styles['rows']}>{children}</div>
    </div>
  );
}

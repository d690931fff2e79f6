import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './banner.module.css';

interface BannerProps {
  readonly title: string;
  readonly text?: string | undefined;
  /** The way on. */
  readonly children: ReactNode;
}

/** Something about the whole app that the user should know, and may put off. */
export function Banner({ title, text, children }: BannerProps) {
  return (
    <div className={styles['banner']}>
      <TriangleAlert size={20} aria-hidden />
      <div className={styles['words']}>
        <p className={styles['title']}>{title}</p>
        {text && <p className={styles['text']}>{text}</p>}
      </div>
      {children}
    </div>
  );
}

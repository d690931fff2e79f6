import { useId, type ReactNode } from 'react';
import styles from './account-section.module.css';

interface AccountSectionProps {
  readonly title: string;
  /** The purpose, in a sentence. */
  readonly about?: ReactNode;
  /** Rows, lists of rows, and forms. */
  readonly children: ReactNode;
}

/** A part of the account page: its heading, a sentence, and its rows. */
export function AccountSection({ title, about, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={styles['title']}>
        {title}
      </h2>
      {about && <p className={styles['about']}>{about}</p>}
      <div className={styles['card']}>{children}</div>
    </section>
  );
}

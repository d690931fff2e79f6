import { useId, type ReactNode } from 'react';
import hidden from '#src/web/ui/hidden.module.css';
import styles from './account-section.module.css';

interface AccountSectionProps {
  readonly title: string;
  /** The tab has the same words, so that only screen readers need the heading. */
  readonly isPage?: boolean;
  /** The purpose, in a sentence. */
  readonly about?: ReactNode;
  /** Rows, lists of rows, and forms. */
  readonly children: ReactNode;
}

/** A part of a page of the account: its heading, a sentence, and its rows. */
export function AccountSection({ title, isPage = false, about, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={isPage ? hidden['hidden'] : styles['title']}>
        {title}
      </h2>
      {about && <p className={styles['about']}>{about}</p>}
      <div className={styles['rows']}>{children}</div>
    </section>
  );
}

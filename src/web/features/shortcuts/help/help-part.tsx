import type { ReactNode } from 'react';
import styles from './help-page.module.css';

interface HelpPartProps {
  readonly id: string;
  readonly title: string;
  readonly example?: string;
  readonly about?: string;
  readonly children: ReactNode;
}

/** A part of the help, where the link with its id leads. */
export function HelpPart({ id, title, example, about, children }: HelpPartProps) {
  return (
    // No landmark: the sidebar has some of the same names.
    <div id={id} tabIndex={-1} className={styles['part']}>
      <h2 className={styles['heading']}>{title}</h2>
      {example !== undefined && <p className={styles['example']}>{example}</p>}
      {about !== undefined && <p className={styles['about']}>{about}</p>}
      {children}
    </div>
  );
}

import type { ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  readonly title: string;
  /** A collection's dot before the title. */
  readonly mark?: ReactNode;
  /** A quiet word after it: today's date. */
  readonly aside?: ReactNode;
  /** Where it stands: above the title. */
  readonly above?: ReactNode;
  /** What can be done with it: at the end of the title's line. */
  readonly menu?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the app: its level-1 heading, which takes the focus after a navigation, and its content. */
export function Page({ title, mark, aside, above, menu, children }: PageProps) {
  return (
    <div className={styles['page']}>
      <title>{`${title} · Sunglow`}</title>
      {above}
      <div className={styles['heading']}>
        {mark && <span className={styles['mark']}>{mark}</span>}
        <h1 className={styles['title']} tabIndex={-1} dir="auto">
          {title}
        </h1>
        {aside && <span className={styles['aside']}>{aside}</span>}
        {menu && <span className={styles['menu']}>{menu}</span>}
      </div>
      {children}
    </div>
  );
}

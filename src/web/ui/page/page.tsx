import type { ReactNode } from 'react';
import styles from './page.module.css';

interface PageProps {
  readonly title: string;
  /** The part of it that is shown, for the title of the window. */
  readonly part?: string | undefined;
  /** The dot of a collection, before the title. */
  readonly mark?: ReactNode;
  /** Quiet text after the title: today's date. */
  readonly aside?: ReactNode;
  /** The path to the page, above the title. */
  readonly above?: ReactNode;
  /** The menu of the page, at the end of the title's line. */
  readonly menu?: ReactNode;
  readonly children: ReactNode;
}

/** A page of the app: its level-1 heading, which gets the focus after a navigation, and its content. */
export function Page({ title, part, mark, aside, above, menu, children }: PageProps) {
  return (
    <div className={styles['page']}>
      <title>{`${part === undefined ? title : `${part} · ${title}`} · Sunglow`}</title>
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

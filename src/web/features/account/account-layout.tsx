import type { ReactNode } from 'react';
import { ACCOUNT_PAGES, type AccountPageId } from '#src/web/addresses/account-pages.ts';
import { links } from '#src/web/addresses/links.ts';
import { Link } from '#src/web/ui/link.tsx';
import { Page } from '#src/web/ui/page/page.tsx';
import styles from './account-layout.module.css';

const PAGES = Object.entries(ACCOUNT_PAGES) as readonly (readonly [AccountPageId, string])[];

interface AccountLayoutProps {
  readonly page: AccountPageId;
  /** The sections of the page. */
  readonly children: ReactNode;
}

/** A page of the account: the tabs to all of them, and its sections. */
export function AccountLayout({ page, children }: AccountLayoutProps) {
  return (
    <Page title="Account" part={page === 'account' ? undefined : ACCOUNT_PAGES[page]}>
      <nav aria-label="Account" className={styles['tabs']}>
        {PAGES.map(([id, name]) => (
          <Link
            key={id}
            to={links[id]}
            className={styles['tab']}
            aria-current={id === page ? 'page' : undefined}
          >
            {name}
          </Link>
        ))}
      </nav>
      <div className={styles['sections']}>{children}</div>
    </Page>
  );
}

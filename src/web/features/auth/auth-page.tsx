import type { ReactNode } from 'react';
import { useLocation } from '#src/web/addresses/location.ts';
import { useTurnedPage } from '#src/web/focus/page-focus.ts';
import { links } from '#src/web/addresses/links.ts';
import { Link } from '#src/web/ui/link.tsx';
import { Logo } from '#src/web/ui/logo.tsx';
import styles from './auth-page.module.css';

interface AuthPageProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly children?: ReactNode;
}

/**
 * The frame of all pages before the app. The server's answer may come after the page, and its lead is
 * announced then.
 */
export function AuthPage({ title, lead, children }: AuthPageProps) {
  useTurnedPage(title);
  return (
    <div className={styles['page']}>
      <title>{`${title} · Sunglow`}</title>
      <header>
        <Link to={links.landing} className={styles['logo']}>
          <Logo />
          Sunglow
        </Link>
      </header>
      <main className={styles['card']}>
        <h1 className={styles['title']} tabIndex={-1}>
          {title}
        </h1>
        <p className={styles['lead']} aria-live="polite">
          {lead}
        </p>
        {children}
      </main>
    </div>
  );
}

/** A link to another page before the app. It passes on the page that the user wanted. */
export function AuthLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  const { state } = useLocation();
  return (
    <Link to={to} state={state} className={styles['link']}>
      {children}
    </Link>
  );
}

import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { links } from '#src/web/links.ts';
import { Logo } from '#src/web/ui/logo.tsx';
import styles from './auth-page.module.css';

interface AuthPageProps {
  readonly title: string;
  readonly lead: string;
  /** The way to the other of the two pages. */
  readonly other: { readonly question: string; readonly label: string; readonly to: string };
  readonly children: ReactNode;
}

/** The frame that logging in and signing up share. */
export function AuthPage({ title, lead, other, children }: AuthPageProps) {
  // Whoever wanted to go somewhere still does, by whichever of the two ways they come in.
  const { state } = useLocation();
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
        <h1 className={styles['title']}>{title}</h1>
        <p className={styles['lead']}>{lead}</p>
        {children}
        <p className={styles['other']}>
          {other.question}{' '}
          <Link to={other.to} state={state}>
            {other.label}
          </Link>
        </p>
      </main>
    </div>
  );
}

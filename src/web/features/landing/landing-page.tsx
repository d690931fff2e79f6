import { Navigate } from '#src/web/addresses/router.tsx';
import { useSession } from '#src/web/platform/session.ts';
import { links } from '#src/web/addresses/links.ts';
import { ButtonLink } from '#src/web/ui/button.tsx';
import { Logo } from '#src/web/ui/logo.tsx';
import { AppPictures } from './app-pictures.tsx';
import styles from './landing-page.module.css';
import { Promises } from './promises.tsx';

export function LandingPage() {
  const { isSignedIn } = useSession();
  if (isSignedIn) return <Navigate to={links.today} replace />;
  return (
    <div className={styles['page']}>
      <title>Sunglow · Organize, Prioritize, Achieve</title>
      <header className={styles['header']}>
        <span className={styles['logo']}>
          <Logo size={30} />
          Sunglow
        </span>
        <nav aria-label="Account" className={styles['ways']}>
          <ButtonLink look="quiet" to={links.signIn}>
            Login
          </ButtonLink>
          <ButtonLink to={links.signUp}>Signup</ButtonLink>
        </nav>
      </header>
      <main className={styles['hero']}>
        <h1 className={styles['headline']}>Organize, Prioritize, Achieve</h1>
        <p className={styles['subtitle']}>
          Effortlessly manage your tasks. Set priorities, track progress, and achieve your goals seamlessly.
        </p>
        <ButtonLink look="primary" size="large" to={links.signUp}>
          Get Started
        </ButtonLink>
        <div className={styles['pictures']}>
          <AppPictures />
        </div>
        <Promises />
      </main>
    </div>
  );
}

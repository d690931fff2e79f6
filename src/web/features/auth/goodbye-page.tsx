import { links } from '#src/web/addresses/links.ts';
import { ButtonLink } from '#src/web/ui/button.tsx';
import { AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';

/** The page after deleting an account, on each of its devices. */
export function GoodbyePage() {
  return (
    <AuthPage
      title="Your account is deleted"
      lead="All its data are deleted, on the server and on this device."
    >
      <ButtonLink look="primary" size="large" to={links.landing} className={styles['submit']}>
        Go to the start page
      </ButtonLink>
    </AuthPage>
  );
}

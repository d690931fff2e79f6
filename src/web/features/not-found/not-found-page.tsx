import { links } from '#src/web/links.ts';
import { ButtonLink } from '#src/web/ui/button.tsx';
import { Logo } from '#src/web/ui/logo.tsx';
import styles from './not-found-page.module.css';

export function NotFoundPage() {
  return (
    <main className={styles['page']}>
      <title>Page Not Found! · Sunglow</title>
      <Logo size={64} />
      <h1 className={styles['title']}>Page Not Found!</h1>
      <p className={styles['text']}>There is nothing at this address. Your tasks are elsewhere.</p>
      <ButtonLink look="primary" to={links.today}>
        Click Here
      </ButtonLink>
    </main>
  );
}

import { links } from '#src/web/addresses/links.ts';
import { ButtonLink } from '#src/web/ui/button.tsx';
import styles from './not-found-page.module.css';

export function NotFoundPage() {
  return (
    <main className={styles['page']}>
      <title>Page Not Found! · Sunglow</title>
      <div className={styles['words']}>
        <h1 className={styles['title']}>Page Not Found!</h1>
        <p className={styles['text']}>
          The sun has set on this address. Your tasks are still where you left them.
        </p>
        <ButtonLink look="primary" size="large" to={links.today}>
          Click Here
        </ButtonLink>
      </div>
      <div className={styles['sun']} />
    </main>
  );
}

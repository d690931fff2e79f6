import { currentUser } from '#src/web/account/auth-client.ts';
import { useLoaded } from '#src/web/account/loaded.ts';
import type { User } from '#src/web/platform/session.ts';
import { links } from '#src/web/addresses/links.ts';
import { Link } from '#src/web/ui/link.tsx';
import styles from './auth-page.module.css';

/** The user whose tasks this device holds, and the state of their session. */
export function KnownUser({ user }: { readonly user: User }) {
  const { data: current } = useLoaded(currentUser);
  const name = user.email || user.name;
  if (current?.id === user.id) {
    return (
      <p className={styles['note']}>
        You are signed in as {name}. <Link to={links.today}>Go to your tasks</Link>, or sign in as someone
        else.
      </p>
    );
  }
  return (
    <p className={styles['note']}>
      This device holds the tasks of {name}. Sign in again to sync them, or{' '}
      <Link to={links.today}>go on without</Link>.
    </p>
  );
}

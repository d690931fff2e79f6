import { LogOut } from 'lucide-react';
import { useSession } from '#src/web/hooks/session.ts';
import { Avatar } from '#src/web/ui/avatar.tsx';
import { Button } from '#src/web/ui/button.tsx';
import { Page } from '#src/web/ui/page.tsx';
import styles from './account-page.module.css';
import { Appearance } from './appearance.tsx';
import { useLogOut } from './use-log-out.ts';

export function AccountPage() {
  const { user } = useSession();
  const { isLeaving, logOut } = useLogOut();
  if (!user) return null;
  return (
    <Page title="Account">
      <div className={styles['parts']}>
        <div className={styles['profile']}>
          <Avatar user={user} />
          <div className={styles['who']}>
            <p className={styles['name']}>
              <bdi>{user.name}</bdi>
            </p>
            <p className={styles['email']}>{user.email}</p>
          </div>
        </div>
        <Appearance />
        <div className={styles['end']}>
          <p className={styles['note']}>
            Logging out removes your tasks from this device. They stay on the server.
          </p>
          <Button onClick={logOut} disabled={isLeaving}>
            <LogOut size={16} aria-hidden />
            Log out
          </Button>
        </div>
      </div>
    </Page>
  );
}

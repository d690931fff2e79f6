import type { User } from '#src/web/hooks/session.ts';
import { Avatar } from '#src/web/ui/avatar.tsx';
import { AccountRow } from './account-row.tsx';
import { AccountSection } from './account-section.tsx';
import styles from './profile-section.module.css';

export function ProfileSection({ user }: { readonly user: User }) {
  return (
    <AccountSection title="Profile">
      <AccountRow
        mark={
          <span className={styles['photo']}>
            <Avatar user={user} />
          </span>
        }
        label={<bdi>{user.name}</bdi>}
        value={user.email}
      />
    </AccountSection>
  );
}

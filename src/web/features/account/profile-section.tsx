import type { User } from '#src/web/hooks/session.ts';
import { useWays } from '#src/web/hooks/ways.ts';
import { AccountRow, EditableRow } from './account-row.tsx';
import { AccountSection } from './account-section.tsx';
import { EmailForm } from './email-form.tsx';
import { NameForm } from './name-form.tsx';
import { PhotoRow } from './photo-row.tsx';

export function ProfileSection({ user }: { readonly user: User }) {
  const ways = useWays();
  return (
    <AccountSection title="Profile">
      <PhotoRow user={user} />
      <EditableRow label="Name" value={<bdi>{user.name}</bdi>}>
        {(close) => <NameForm user={user} onClose={close} />}
      </EditableRow>
      {ways?.email ? (
        <EditableRow label="Email" value={user.email || 'None'}>
          {(close) => <EmailForm user={user} onClose={close} />}
        </EditableRow>
      ) : (
        <AccountRow
          label="Email"
          value={
            ways === null
              ? user.email
              : `${user.email || 'None'}. This server sends no mail, so it cannot be changed.`
          }
        />
      )}
    </AccountSection>
  );
}

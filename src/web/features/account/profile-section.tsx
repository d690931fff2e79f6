import type { User } from '#src/web/platform/session.ts';
import { useSignInMethods } from '#src/web/account/sign-in-methods.ts';
import { AccountRow, EditableRow } from './account-row.tsx';
import { AccountSection } from './account-section.tsx';
import { EmailForm } from '#src/web/features/account/sign-in/email-form.tsx';
import { NameForm } from './name-form.tsx';
import { PhotoRow } from '#src/web/features/account/photo/photo-row.tsx';

export function ProfileSection({ user }: { readonly user: User }) {
  const methods = useSignInMethods();
  return (
    <AccountSection isPage title="Profile">
      <PhotoRow user={user} />
      <EditableRow label="Name" value={<bdi>{user.name}</bdi>}>
        {(close) => <NameForm user={user} onClose={close} />}
      </EditableRow>
      {methods?.email ? (
        <EditableRow label="Email" value={user.email || 'None'}>
          {(close) => <EmailForm user={user} onClose={close} />}
        </EditableRow>
      ) : (
        <AccountRow
          label="Email"
          value={
            methods === null
              ? user.email
              : `${user.email || 'None'}. This server sends no email, so it cannot be changed.`
          }
        />
      )}
    </AccountSection>
  );
}

import { loadHasPassword } from '#src/web/features/account/account-client.ts';
import { useLoaded } from '#src/web/account/loaded.ts';
import type { User } from '#src/web/platform/session.ts';
import { EditableRow } from '#src/web/features/account/account-row.tsx';
import { AccountSection } from '#src/web/features/account/account-section.tsx';
import { LoadedPart } from '#src/web/features/account/loaded-part.tsx';
import { PasswordForm } from './password-form.tsx';

export function PasswordSection({ user }: { readonly user: User }) {
  const loaded = useLoaded(loadHasPassword);
  return (
    <AccountSection
      title="Password"
      about="Changing it signs out all other devices and removes your webhook for reminders."
    >
      <LoadedPart loaded={loaded}>
        {(hasPassword) => (
          <EditableRow
            label="Password"
            value={hasPassword ? '••••••••' : 'None yet: you use another sign-in method.'}
            action={hasPassword ? 'Change' : 'Set'}
          >
            {(close) => (
              <PasswordForm user={user} hasPassword={hasPassword} onClose={close} onChanged={loaded.reload} />
            )}
          </EditableRow>
        )}
      </LoadedPart>
    </AccountSection>
  );
}

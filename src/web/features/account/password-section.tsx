import { loadHasPassword } from '#src/web/hooks/account-client.ts';
import { useLoaded } from '#src/web/hooks/loaded.ts';
import type { User } from '#src/web/hooks/session.ts';
import { EditableRow } from './account-row.tsx';
import { AccountSection } from './account-section.tsx';
import { LoadedPart } from './loaded-part.tsx';
import { PasswordForm } from './password-form.tsx';

export function PasswordSection({ user }: { readonly user: User }) {
  const loaded = useLoaded(loadHasPassword);
  return (
    <AccountSection title="Password" about="Changing it signs out all other devices.">
      <LoadedPart loaded={loaded}>
        {(hasPassword) => (
          <EditableRow
            label="Password"
            value={hasPassword ? '••••••••' : 'None yet: you sign in another way.'}
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

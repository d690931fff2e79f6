import { useNavigate } from '#src/web/addresses/location.ts';
import { leaveForGood } from '#src/web/account/account-end.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { callAuth } from '#src/web/account/auth-client.ts';
import { callFresh } from '#src/web/account/fresh-call.ts';
import { useForm } from '#src/web/ui/fields/form.ts';
import { useLoaded } from '#src/web/account/loaded.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useSyncStatus } from '#src/web/data/rows.ts';
import { isRecord } from '#src/domain/is-record.ts';
import type { User } from '#src/web/platform/session.ts';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { AccountForm } from './account-form.tsx';
import { EditableRow } from './account-row.tsx';
import { AccountSection } from './account-section.tsx';

export function DeleteSection({ user }: { readonly user: User }) {
  return (
    <AccountSection title="Leave Sunglow">
      <EditableRow
        label="Delete account"
        value="Your account and all your tasks, on the server and on all your devices. There is no way back."
        action="Delete"
        subject="account"
      >
        {(close) => <DeleteForm user={user} onClose={close} />}
      </EditableRow>
    </AccountSection>
  );
}

function DeleteForm({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const replica = useReplica();
  const navigate = useNavigate();
  const { unsent } = useSyncStatus();
  // A user with only a phone number has no email.
  const proof = user.email || user.name;
  const { problem, attempt } = useAttempt();
  const hasPassword = useLoaded(askForPassword).data !== false;
  const form = useForm({ typed: '', password: '' }, ({ typed, password }) => ({
    typed: plain(typed) === plain(proof) ? null : `Please type ${proof}`,
    password: hasPassword && password === '' ? 'Please enter your Password' : null,
  }));
  const { password } = form.fields;

  const onSubmit = () =>
    attempt(async () => {
      await callFresh('/delete-user', hasPassword ? { password } : {});
      await leaveForGood(replica, navigate);
    });

  return (
    <AccountForm
      label="Delete account"
      form={form}
      submitLabel="Delete account for good"
      danger
      problem={problem}
      onSubmit={onSubmit}
      onCancel={onClose}
    >
      <p>
        This deletes everything and cannot be undone. To keep your data, export them first.
        {unsent > 0 && ' Changes that this device has not sent yet are lost too.'}
      </p>
      <TextField
        label={user.email ? 'Your email' : 'Your name'}
        type={user.email ? 'email' : 'text'}
        autoComplete="off"
        required
        hint={
          <>
            Type <bdi>{proof}</bdi>, so that it does not happen by a slip.
          </>
        }
        {...form.field('typed')}
      />
      {hasPassword && (
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          {...form.field('password')}
        />
      )}
    </AccountForm>
  );
}

/** The text without blanks and case, which do not matter here. */
function plain(text: string): string {
  return text.replaceAll(/\s/g, '').toLowerCase();
}

/** Resolves to true if the account has a password. Without one, the server requires a recent sign-in. */
async function askForPassword(): Promise<boolean> {
  const answer = await callAuth('/password');
  return isRecord(answer) && answer['isSet'] === true;
}

import { changePassword, setPassword } from '#src/web/features/account/account-client.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { changeUser } from '#src/web/account/change-user.ts';
import { useForm } from '#src/web/ui/fields/form.ts';
import { notifySuccess } from '#src/web/feedback/notifications.ts';
import type { User } from '#src/web/platform/session.ts';
import { checkNewPassword, PASSWORD_HINT } from '#src/web/ui/fields/identity-rules.ts';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { AccountForm } from '#src/web/features/account/account-form.tsx';

interface PasswordFormProps {
  readonly user: User;
  readonly hasPassword: boolean;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** The new password, and the current one if there is one. */
export function PasswordForm({ user, hasPassword, onChanged, onClose }: PasswordFormProps) {
  const form = useForm({ current: '', password: '' }, ({ current, password }) => ({
    current: hasPassword && current === '' ? 'Please enter your current Password' : null,
    password: checkNewPassword(password),
  }));
  const { problem, attempt } = useAttempt();
  const { current, password } = form.fields;
  const save = () =>
    attempt(async () => {
      await (hasPassword ? changePassword(current, password) : setPassword(password));
      // The session is a new one, so that the connection has to start again.
      changeUser(user.id);
      notifySuccess(hasPassword ? 'Password changed' : 'Password set');
      onChanged();
      onClose();
    });
  return (
    <AccountForm
      label={hasPassword ? 'Change password' : 'Set password'}
      form={form}
      submitLabel="Save"
      problem={problem}
      onSubmit={save}
      onCancel={onClose}
    >
      {/* Password managers store the new password under this name. */}
      <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
      {hasPassword && (
        <TextField
          label="Current password"
          type="password"
          autoComplete="current-password"
          {...form.field('current')}
        />
      )}
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={PASSWORD_HINT}
        {...form.field('password')}
      />
    </AccountForm>
  );
}

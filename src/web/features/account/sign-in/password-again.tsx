import { useAttempt } from '#src/web/account/attempt.ts';
import { useForm } from '#src/web/ui/fields/form.ts';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { AccountForm } from '#src/web/features/account/account-form.tsx';
import styles from './password-again.module.css';

interface PasswordAgainProps {
  /** The action, as the name of the form. */
  readonly label: string;
  readonly submitLabel: string;
  readonly danger?: boolean;
  /** False for a user without a password: then the form only asks for confirmation. */
  readonly isNeeded: boolean;
  /** Throws AuthError. */
  readonly onPassword: (password: string | undefined) => Promise<void>;
  readonly onCancel: () => void;
}

/** Asks for the password before an action that an unattended browser must not allow. */
export function PasswordAgain(props: PasswordAgainProps) {
  const { label, submitLabel, danger = false, isNeeded, onPassword, onCancel } = props;
  const form = useForm({ password: '' }, ({ password }) => ({
    password: isNeeded && password === '' ? 'Please enter your Password' : null,
  }));
  const { problem, attempt } = useAttempt();
  return (
    <AccountForm
      label={label}
      form={form}
      submitLabel={submitLabel}
      danger={danger}
      problem={problem}
      onSubmit={() => attempt(() => onPassword(isNeeded ? form.fields.password : undefined))}
      onCancel={onCancel}
    >
      {isNeeded ? (
        <TextField
          label="Your password"
          type="password"
          autoComplete="current-password"
          required
          {...form.field('password')}
        />
      ) : (
        <p className={styles['note']}>
          You have no password. Sunglow asks for a sign-in of the last hour instead.
        </p>
      )}
    </AccountForm>
  );
}

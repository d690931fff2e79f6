import type { AuthError } from '#src/web/account/auth-client.ts';
import { useForm } from '#src/web/ui/fields/form.ts';
import { checkNewPassword, PASSWORD_HINT } from '#src/web/ui/fields/identity-rules.ts';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { AuthForm } from './auth-form.tsx';

interface ChoosePasswordFormProps {
  readonly label: string;
  readonly submitLabel: string;
  readonly problem: AuthError | null;
  readonly choose: (password: string) => Promise<void>;
}

/** The form for choosing a password after a mailed link. */
export function ChoosePasswordForm({ label, submitLabel, problem, choose }: ChoosePasswordFormProps) {
  const form = useForm({ password: '' }, ({ password }) => ({ password: checkNewPassword(password) }));
  const onSubmit = () => {
    form.touchAll();
    if (form.isValid) void form.submit(() => choose(form.fields.password));
  };
  return (
    <AuthForm label={submitLabel} isSubmitting={form.isSubmitting} problem={problem} onSubmit={onSubmit}>
      <TextField
        label={label}
        type="password"
        autoComplete="new-password"
        required
        hint={PASSWORD_HINT}
        {...form.field('password')}
      />
    </AuthForm>
  );
}

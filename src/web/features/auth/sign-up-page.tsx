import { signUp } from '#src/web/hooks/auth-client.ts';
import { useForm } from '#src/web/hooks/form.ts';
import { links } from '#src/web/links.ts';
import { cleanName } from '#src/web/ui/clean-text.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthPage } from './auth-page.tsx';
import { checkRegistration } from './auth-rules.ts';
import { useEnter } from './use-enter.ts';

const OTHER = { question: 'Have an account already?', label: 'Log in', to: links.logIn };

export function SignUpPage() {
  const form = useForm({ name: '', email: '', password: '' }, checkRegistration);
  const { problem, enter } = useEnter();
  const { name, email, password } = form.fields;

  const onSubmit = () => {
    form.touchAll();
    if (!form.isValid) return;
    void form.submit(() => enter(() => signUp({ name: cleanName(name), email: email.trim(), password })));
  };

  return (
    <AuthPage title="Sign up" lead="A calmer day starts here." other={OTHER}>
      <AuthForm label="Sign up" isSubmitting={form.isSubmitting} problem={problem} onSubmit={onSubmit}>
        <TextField
          label="Name"
          autoComplete="name"
          required
          maxLength={120}
          dir="auto"
          {...form.field('name')}
        />
        <TextField label="Email" type="email" autoComplete="username" required {...form.field('email')} />
        <TextField
          label="Password"
          type="password"
          autoComplete="new-password"
          required
          hint="8 characters or more"
          {...form.field('password')}
        />
      </AuthForm>
    </AuthPage>
  );
}

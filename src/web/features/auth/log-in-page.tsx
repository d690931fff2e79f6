import { Link } from 'react-router';
import { signIn } from '#src/web/hooks/auth-client.ts';
import { useForm } from '#src/web/hooks/form.ts';
import { useSession } from '#src/web/hooks/session.ts';
import { links } from '#src/web/links.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';
import { checkCredentials } from './auth-rules.ts';
import { useEnter } from './use-enter.ts';

const OTHER = { question: 'New to Sunglow?', label: 'Sign up', to: links.signUp };

export function LogInPage() {
  const { user } = useSession();
  const form = useForm({ email: user?.email ?? '', password: '' }, checkCredentials);
  const { problem, enter } = useEnter();
  const { email, password } = form.fields;

  const onSubmit = () => {
    form.touchAll();
    if (form.isValid) void form.submit(() => enter(() => signIn({ email: email.trim(), password })));
  };

  return (
    <AuthPage title="Log in" lead="Good to see you again." other={OTHER}>
      {user && (
        <p className={styles['note']}>
          This device holds the tasks of {user.email}. Log in again to sync them, or{' '}
          <Link to={links.today}>go on without</Link>.
        </p>
      )}
      <AuthForm label="Log in" isSubmitting={form.isSubmitting} problem={problem} onSubmit={onSubmit}>
        <TextField label="Email" type="email" autoComplete="username" required {...form.field('email')} />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          {...form.field('password')}
        />
      </AuthForm>
    </AuthPage>
  );
}

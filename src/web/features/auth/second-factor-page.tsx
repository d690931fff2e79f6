import { useState, type ReactNode } from 'react';
import { useForm, type FieldBinding } from '#src/web/ui/fields/form.ts';
import { checkCode, enterCode, enterRecoveryCode } from '#src/web/account/two-factor.ts';
import { links } from '#src/web/addresses/links.ts';
import { Button } from '#src/web/ui/button.tsx';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthLink, AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';
import { useEnter } from './use-enter.ts';

/**
 * The second step of a sign-in, for users with two-factor. A cookie remembers the first step for ten minutes.
 */
export function SecondFactorPage() {
  const [isLost, setLost] = useState(false);
  return (
    <AuthPage
      title="One more step"
      lead={
        isLost
          ? 'Enter one of your recovery codes. Each works once.'
          : 'Enter the code from your authenticator app.'
      }
    >
      {isLost ? (
        <CodeForm key="recovery" check={checkRecoveryCode} enterBy={enterRecoveryCode}>
          {(field) => (
            <TextField
              label="Recovery code"
              hint="Ten letters and digits"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
              {...field}
            />
          )}
        </CodeForm>
      ) : (
        <CodeForm key="app" check={checkCode} enterBy={enterCode}>
          {(field) => (
            <TextField
              label="Code"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              data-page-focus
              {...field}
            />
          )}
        </CodeForm>
      )}
      <div className={styles['actions']}>
        <Button size="large" className={styles['submit']} onClick={() => setLost(!isLost)}>
          {isLost ? 'Use your authenticator app' : 'Use a recovery code'}
        </Button>
      </div>
      <p className={styles['aside']}>
        Not you, or too late? <AuthLink to={links.signIn}>Sign in again</AuthLink>
      </p>
    </AuthPage>
  );
}

interface CodeFormProps {
  /** The problem with a typed code, or null. */
  readonly check: (code: string) => string | null;
  readonly enterBy: typeof enterCode;
  readonly children: (field: FieldBinding) => ReactNode;
}

function CodeForm({ check, enterBy, children }: CodeFormProps) {
  const form = useForm({ code: '' }, ({ code }) => ({ code: check(code) }));
  const { problem, enter } = useEnter();
  const onSubmit = () => {
    form.touchAll();
    if (form.isValid) void form.submit(() => enter(() => enterBy(form.fields.code)));
  };
  return (
    <AuthForm label="Sign in" isSubmitting={form.isSubmitting} problem={problem} onSubmit={onSubmit}>
      {children(form.field('code'))}
    </AuthForm>
  );
}

function checkRecoveryCode(code: string): string | null {
  return code.trim() === '' ? 'Please enter a Recovery code' : null;
}

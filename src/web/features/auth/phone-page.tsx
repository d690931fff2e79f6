import { useState } from 'react';
import {
  askForCode,
  signInByCode,
  useCodeForm,
  usePhoneForm,
  type CodeSent,
} from '#src/web/account/auth-phone.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { focusFirstField } from '#src/web/focus/focus.ts';
import { useSignInMethods } from '#src/web/account/sign-in-methods.ts';
import { links } from '#src/web/addresses/links.ts';
import { Button } from '#src/web/ui/button.tsx';
import { CodeField } from '#src/web/ui/fields/code-field.tsx';
import { PhoneField } from '#src/web/ui/fields/phone-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { AuthLink, AuthPage } from './auth-page.tsx';
import styles from './auth-page.module.css';
import { useEnter } from './use-enter.ts';

/** Signing in and signing up by a code in a text message. */
export function PhonePage() {
  const methods = useSignInMethods();
  const [sent, setSent] = useState<CodeSent | null>(null);
  if (sent) {
    return (
      <AuthPage
        title="Enter the code"
        lead={
          methods?.signUps === 'open' ? (
            <>
              We sent it to <bdi className={styles['address']}>{sent.readable}</bdi>.
            </>
          ) : (
            <>
              If <bdi className={styles['address']}>{sent.readable}</bdi> has an account, a code is on its
              way.
            </>
          )
        }
      >
        <CodeForm sent={sent} onBack={() => setSent(null)} />
      </AuthPage>
    );
  }
  return (
    <AuthPage title="Use a phone number" lead="Get a code by text message. There is no password to remember.">
      <NumberForm onSent={setSent} />
      <p className={styles['aside']}>
        <AuthLink to={links.signIn}>Back to sign in</AuthLink>
      </p>
    </AuthPage>
  );
}

function NumberForm({ onSent }: { readonly onSent: (sent: CodeSent) => void }) {
  const form = usePhoneForm();
  const { problem, attempt } = useAttempt();
  const onSubmit = () => {
    form.touchAll();
    if (form.isValid) void form.submit(() => attempt(async () => onSent(await askForCode(form.fields))));
  };
  return (
    <AuthForm label="Text me a code" isSubmitting={form.isSubmitting} problem={problem} onSubmit={onSubmit}>
      <PhoneField country={form.field('country')} number={form.field('phoneNumber')} />
    </AuthForm>
  );
}

function CodeForm({ sent, onBack }: { readonly sent: CodeSent; readonly onBack: () => void }) {
  const form = useCodeForm();
  const { problem, enter } = useEnter();
  const identify = () => signInByCode(sent.phoneNumber, form.fields.code);
  const onSubmit = () => {
    form.touchAll();
    if (form.isValid) void form.submit(() => enter(identify));
  };
  return (
    // The pressed button is gone.
    <div ref={focusFirstField}>
      <AuthForm label="Go on" isSubmitting={form.isSubmitting} problem={problem} onSubmit={onSubmit}>
        <CodeField {...form.field('code')} />
      </AuthForm>
      <Button size="large" className={styles['submit']} onClick={onBack}>
        Get another code
      </Button>
    </div>
  );
}

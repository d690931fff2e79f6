import { useState } from 'react';
import { signUp } from '#src/web/account/auth-client.ts';
import { useForm } from '#src/web/ui/fields/form.ts';
import { useTurnedPage } from '#src/web/focus/page-focus.ts';
import { useSignInMethods } from '#src/web/account/sign-in-methods.ts';
import { cleanName } from '#src/domain/clean-text.ts';
import { NAME_LENGTH } from '#src/domain/identity/identity-limits.ts';
import { PASSWORD_HINT } from '#src/web/ui/fields/identity-rules.ts';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { checkRegistration } from './auth-rules.ts';
import { OtherMethods } from './other-methods.tsx';
import { useCheckMail } from './use-check-mail.ts';
import { useEnter } from './use-enter.ts';

/** The sign-up form. On a server that confirms emails, the password is chosen after the mailed link. */
export function Registration({ invitedEmail }: { readonly invitedEmail: string }) {
  const methods = useSignInMethods();
  const choosesLater = methods?.confirmsEmail === true;
  // The field may vanish while the user types.
  useTurnedPage(choosesLater);
  const form = useForm({ name: '', email: invitedEmail, password: '' }, (fields) =>
    checkRegistration(fields, choosesLater),
  );
  const [offered, setOffered] = useState(invitedEmail);
  const { problem, enter } = useEnter();
  const checkMail = useCheckMail();
  const { name, email, password } = form.fields;
  if (invitedEmail !== offered) {
    setOffered(invitedEmail);
    if (email === '') form.field('email').onValue(invitedEmail);
  }

  const register = async () => {
    const address = email.trim();
    const newcomer = { name: cleanName(name), email: address };
    const user = await signUp({ ...newcomer, password });
    if (!user) checkMail({ purpose: 'sign-up', ...newcomer });
    return user;
  };
  const onSubmit = () => {
    form.touchAll();
    if (form.isValid) void form.submit(() => enter(register));
  };

  return (
    <>
      <AuthForm label="Sign up" isSubmitting={form.isSubmitting} problem={problem} onSubmit={onSubmit}>
        <TextField
          label="Name"
          autoComplete="name"
          required
          limit={NAME_LENGTH}
          dir="auto"
          {...form.field('name')}
        />
        <TextField label="Email" type="email" autoComplete="username" required {...form.field('email')} />
        {!choosesLater && (
          <TextField
            label="Password"
            type="password"
            autoComplete="new-password"
            required
            hint={PASSWORD_HINT}
            {...form.field('password')}
          />
        )}
      </AuthForm>
      <OtherMethods methods={methods} email={form.field('email')} />
    </>
  );
}

import { useState } from 'react';
import { signUp } from '#src/web/hooks/auth-client.ts';
import { useForm } from '#src/web/hooks/form.ts';
import { useTurnedPage } from '#src/web/hooks/page-focus.ts';
import { useWays } from '#src/web/hooks/ways.ts';
import { cleanName } from '#src/web/ui/clean-text.ts';
import { NAME_LENGTH } from '#src/web/ui/identity-rules.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import { AuthForm } from './auth-form.tsx';
import { checkRegistration } from './auth-rules.ts';
import { OtherWays } from './other-ways.tsx';
import { useCheckMail } from './use-check-mail.ts';
import { useEnter } from './use-enter.ts';

/** On a server that confirms emails, the password is chosen behind the link that it sends. */
export function Registration({ invitedEmail }: { readonly invitedEmail: string }) {
  const ways = useWays();
  const choosesLater = ways?.confirmsEmail === true;
  // The field goes, also from under the user's hands.
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
    if (!user) await checkMail({ purpose: 'sign-up', ...newcomer });
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
            hint="8 characters or more"
            {...form.field('password')}
          />
        )}
      </AuthForm>
      <OtherWays ways={ways} email={form.field('email')} />
    </>
  );
}

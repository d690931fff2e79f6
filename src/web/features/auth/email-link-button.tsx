import { Mail } from '#src/web/ui/icons/mail.ts';
import type { MouseEvent } from 'react';
import { useAttempt } from '#src/web/account/attempt.ts';
import { askForLink } from '#src/web/account/auth-mail.ts';
import type { FieldBinding } from '#src/web/ui/fields/form.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Problem } from '#src/web/ui/page/problem.tsx';
import { checkEmail } from '#src/web/ui/fields/identity-rules.ts';
import { useCheckMail } from './use-check-mail.ts';

/** `email`: the form's email field with the address for the link. */
export function EmailLinkButton({ email }: { readonly email: FieldBinding }) {
  const { problem, isBusy, attempt } = useAttempt();
  const checkMail = useCheckMail();

  const send = async () => {
    const address = email.value.trim();
    await askForLink('sign-in', address);
    checkMail({ purpose: 'sign-in', email: address });
  };
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (checkEmail(email.value) !== null) {
      email.onBlur();
      event.currentTarget.closest('main')?.querySelector<HTMLElement>('input[type="email"]')?.focus();
      return;
    }
    void attempt(send);
  };

  return (
    <>
      <Button size="large" onClick={onClick} isBusy={isBusy}>
        <Mail size={18} aria-hidden />
        Email me a link
      </Button>
      <Problem>{problem?.message}</Problem>
    </>
  );
}

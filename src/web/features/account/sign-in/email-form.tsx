import { useState } from 'react';
import { changeEmail } from '#src/web/features/account/account-client.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { focusOn } from '#src/web/focus/focus.ts';
import { useForm } from '#src/web/ui/fields/form.ts';
import type { User } from '#src/web/platform/session.ts';
import { useSignInMethods } from '#src/web/account/sign-in-methods.ts';
import { Button } from '#src/web/ui/button.tsx';
import { checkEmail } from '#src/web/ui/fields/identity-rules.ts';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { AccountForm } from '#src/web/features/account/account-form.tsx';
import { AccountRow } from '#src/web/features/account/account-row.tsx';

interface EmailFormProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** Asks for the new address, then names the mails to look for. */
export function EmailForm({ user, onClose }: EmailFormProps) {
  const confirmsEmail = useSignInMethods()?.confirmsEmail === true;
  const form = useForm({ email: '' }, ({ email }) => ({ email: checkEmail(email) }));
  const [sentTo, setSentTo] = useState<string | null>(null);
  const { problem, attempt } = useAttempt();
  const newEmail = form.fields.email.trim();
  const send = () =>
    attempt(async () => {
      await changeEmail(newEmail);
      setSentTo(newEmail);
    });

  if (sentTo !== null) {
    const steps =
      confirmsEmail && user.email !== ''
        ? `Open the link that we emailed to ${user.email}, then the one to ${sentTo}. Your email changes after both.`
        : `Open the link that we emailed to ${sentTo}. Your email changes after that.`;
    return (
      <AccountRow label={<output>Check your email</output>} value={steps}>
        <Button size="small" ref={focusOn} onClick={onClose}>
          Done
        </Button>
      </AccountRow>
    );
  }
  return (
    <AccountForm
      label="Change email"
      form={form}
      submitLabel="Send the link"
      problem={problem}
      onSubmit={send}
      onCancel={onClose}
    >
      <TextField
        label="New email"
        type="email"
        autoComplete="email"
        hint={confirmsEmail ? 'You confirm the change at the old address, then at the new one.' : undefined}
        {...form.field('email')}
      />
    </AccountForm>
  );
}

import { useState } from 'react';
import { changeEmail } from '#src/web/hooks/account-client.ts';
import { useAttempt } from '#src/web/hooks/attempt.ts';
import { focusOn } from '#src/web/hooks/focus.ts';
import { useForm } from '#src/web/hooks/form.ts';
import type { User } from '#src/web/hooks/session.ts';
import { useWays } from '#src/web/hooks/ways.ts';
import { Button } from '#src/web/ui/button.tsx';
import { checkEmail } from '#src/web/ui/identity-rules.ts';
import { TextField } from '#src/web/ui/text-field.tsx';
import { AccountForm } from './account-form.tsx';
import { AccountRow } from './account-row.tsx';

interface EmailFormProps {
  readonly user: User;
  readonly onClose: () => void;
}

/** Asks for the new address; then says which mails to look for. */
export function EmailForm({ user, onClose }: EmailFormProps) {
  const confirmsEmail = useWays()?.confirmsEmail === true;
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
        ? `Follow the link in the mail to ${user.email}, then the one in the mail to ${sentTo}. Until then nothing changes.`
        : `Follow the link in the mail to ${sentTo}. Until then nothing changes.`;
    return (
      <AccountRow label={<output>Look into your mail</output>} value={steps}>
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
        hint={confirmsEmail ? 'You confirm it at the old address, then at the new one.' : undefined}
        {...form.field('email')}
      />
    </AccountForm>
  );
}

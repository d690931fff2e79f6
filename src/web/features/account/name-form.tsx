import { rename } from './account-client.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { changeUser } from '#src/web/account/change-user.ts';
import { useForm } from '#src/web/ui/fields/form.ts';
import { notifySuccess } from '#src/web/feedback/notifications.ts';
import type { User } from '#src/web/platform/session.ts';
import { cleanName } from '#src/domain/clean-text.ts';
import { NAME_LENGTH } from '#src/domain/identity/identity-limits.ts';
import { checkName } from '#src/web/ui/fields/identity-rules.ts';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { AccountForm } from './account-form.tsx';

interface NameFormProps {
  readonly user: User;
  readonly onClose: () => void;
}

export function NameForm({ user, onClose }: NameFormProps) {
  const form = useForm({ name: user.name }, checkFields);
  const { problem, attempt } = useAttempt();
  const save = () =>
    attempt(async () => {
      const name = cleanName(form.fields.name);
      await rename(name);
      changeUser(user.id, { name });
      notifySuccess('Name changed');
      onClose();
    });
  return (
    <AccountForm
      label="Change name"
      form={form}
      submitLabel="Save"
      problem={problem}
      onSubmit={save}
      onCancel={onClose}
    >
      <TextField label="Name" autoComplete="name" limit={NAME_LENGTH} dir="auto" {...form.field('name')} />
    </AccountForm>
  );
}

function checkFields({ name }: { readonly name: string }) {
  return { name: checkName(cleanName(name), 'Please enter your Name') };
}

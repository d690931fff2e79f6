import { useState } from 'react';
import { useAttempt } from '#src/web/account/attempt.ts';
import { ask } from '#src/web/focus/dialogs.ts';
import { focusOn } from '#src/web/focus/focus.ts';
import { useForm } from '#src/web/ui/fields/form.ts';
import { removePasskey, renamePasskey, type Passkey } from '#src/web/account/passkeys.ts';
import { useTimeZone } from '#src/web/data/today.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cleanName } from '#src/domain/clean-text.ts';
import hidden from '#src/web/ui/hidden.module.css';
import { NAME_LENGTH } from '#src/domain/identity/identity-limits.ts';
import { checkName } from '#src/web/ui/fields/identity-rules.ts';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { AccountForm } from '#src/web/features/account/account-form.tsx';
import { AccountProblem } from '#src/web/features/account/account-problem.tsx';
import { interfaceLocale } from '#src/web/platform/interface-locale.ts';
import { AccountRow } from '#src/web/features/account/account-row.tsx';

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly onChanged: () => void;
}

export function PasskeyRow({ passkey, onChanged }: PasskeyRowProps) {
  const [mode, setMode] = useState<'fresh' | 'renaming' | 'renamed'>('fresh');
  const { problem, isBusy, attempt } = useAttempt();
  const timeZone = useTimeZone();
  if (mode === 'renaming') {
    return <RenameForm passkey={passkey} onChanged={onChanged} onClose={() => setMode('renamed')} />;
  }

  const remove = () =>
    attempt(async () => {
      await removePasskey(passkey.id);
      onChanged();
    });
  const onRemove = () =>
    ask({
      title: 'Remove this passkey?',
      description: `${passkey.name} can no longer sign you in. Delete it on your device too: the device may still offer it.`,
      confirm: 'Remove',
      onConfirm: () => void remove(),
    });

  return (
    <AccountRow
      label={<bdi>{passkey.name}</bdi>}
      value={origin(passkey, timeZone)}
      problem={<AccountProblem problem={problem} />}
    >
      <Button size="small" ref={mode === 'renamed' ? focusOn : undefined} onClick={() => setMode('renaming')}>
        Rename<span className={hidden['hidden']}> {passkey.name}</span>
      </Button>
      <Button size="small" data-control="remove" onClick={onRemove} isBusy={isBusy}>
        Remove<span className={hidden['hidden']}> {passkey.name}</span>
      </Button>
    </AccountRow>
  );
}

function RenameForm({ passkey, onChanged, onClose }: PasskeyRowProps & { readonly onClose: () => void }) {
  const form = useForm({ name: passkey.name }, checkFields);
  const { problem, attempt } = useAttempt();
  const rename = () =>
    attempt(async () => {
      await renamePasskey(passkey.id, cleanName(form.fields.name));
      onChanged();
      onClose();
    });
  return (
    <AccountForm
      label="Rename passkey"
      form={form}
      submitLabel="Save"
      problem={problem}
      onSubmit={rename}
      onCancel={onClose}
    >
      <TextField label="Name of the passkey" limit={NAME_LENGTH} dir="auto" {...form.field('name')} />
    </AccountForm>
  );
}

function checkFields({ name }: { readonly name: string }) {
  return { name: checkName(cleanName(name), 'Please enter a Name') };
}

function origin({ name, madeBy, createdAt }: Passkey, timeZone: string): string {
  const day = new Date(createdAt).toLocaleDateString(interfaceLocale(), { timeZone, dateStyle: 'medium' });
  return madeBy === null || madeBy === name ? `Added ${day}` : `Made by ${madeBy}, added ${day}`;
}

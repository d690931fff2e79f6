import { useState } from 'react';
import {
  askForChangeCode,
  changePhone,
  loadPhone,
  removePhone,
  useCodeForm,
  usePhoneForm,
  type CodeSent,
} from '#src/web/account/auth-phone.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { ask } from '#src/web/focus/dialogs.ts';
import { focusOn } from '#src/web/focus/focus.ts';
import { handBackFocus } from '#src/web/focus/leaving-focus.ts';
import { useLoaded } from '#src/web/account/loaded.ts';
import { useSignInMethods } from '#src/web/account/sign-in-methods.ts';
import { Button } from '#src/web/ui/button.tsx';
import { CodeField } from '#src/web/ui/fields/code-field.tsx';
import hidden from '#src/web/ui/hidden.module.css';
import { PhoneField } from '#src/web/ui/fields/phone-field.tsx';
import { AccountForm } from '#src/web/features/account/account-form.tsx';
import { AccountProblem } from '#src/web/features/account/account-problem.tsx';
import { AccountRow } from '#src/web/features/account/account-row.tsx';
import { AccountSection } from '#src/web/features/account/account-section.tsx';
import { LoadedPart } from '#src/web/features/account/loaded-part.tsx';

/** The number for codes to sign in, on a server that sends text messages. */
export function PhoneSection() {
  const methods = useSignInMethods();
  const loaded = useLoaded(loadPhone);
  if (!methods?.phone) return null;
  return (
    <AccountSection title="Phone" about="Sign in with a code by text message.">
      <LoadedPart loaded={loaded}>
        {(number) => <PhoneRow number={number} onChanged={loaded.reload} />}
      </LoadedPart>
    </AccountSection>
  );
}

interface PhoneRowProps {
  /** '' without one. */
  readonly number: string;
  readonly onChanged: () => void;
}

function PhoneRow({ number, onChanged }: PhoneRowProps) {
  const [mode, setMode] = useState<'fresh' | 'changing' | 'changed'>('fresh');
  const { problem, isBusy, attempt } = useAttempt();
  if (mode === 'changing') return <ChangePhone onChanged={onChanged} onClose={() => setMode('changed')} />;

  const remove = () =>
    attempt(async () => {
      await removePhone();
      onChanged();
    });
  const onRemove = () =>
    ask({
      title: 'Remove your phone number?',
      description: 'You can no longer sign in with it. You can add it again at any time.',
      confirm: 'Remove',
      onConfirm: () => void remove(),
    });

  return (
    <AccountRow
      label="Phone number"
      value={number === '' ? 'None' : <bdi dir="ltr">{number}</bdi>}
      problem={<AccountProblem problem={problem} />}
    >
      <Button size="small" ref={mode === 'changed' ? focusOn : undefined} onClick={() => setMode('changing')}>
        {number === '' ? 'Add' : 'Change'}
        <span className={hidden['hidden']}> phone number</span>
      </Button>
      {number !== '' && (
        <Button size="small" ref={handBackFocus} onClick={onRemove} isBusy={isBusy}>
          Remove<span className={hidden['hidden']}> phone number</span>
        </Button>
      )}
    </AccountRow>
  );
}

interface ChangePhoneProps {
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

function ChangePhone({ onChanged, onClose }: ChangePhoneProps) {
  const [sent, setSent] = useState<CodeSent | null>(null);
  const numberForm = usePhoneForm();
  const codeForm = useCodeForm();
  const { problem, attempt } = useAttempt();
  if (!sent) {
    return (
      <AccountForm
        label="Your phone number"
        form={numberForm}
        submitLabel="Text me a code"
        problem={problem}
        onSubmit={() => attempt(async () => setSent(await askForChangeCode(numberForm.fields)))}
        onCancel={onClose}
      >
        <PhoneField country={numberForm.field('country')} number={numberForm.field('phoneNumber')} />
      </AccountForm>
    );
  }
  const save = async () => {
    await changePhone(sent.phoneNumber, codeForm.fields.code);
    onChanged();
    onClose();
  };
  return (
    <AccountForm
      key="code"
      label="Confirm your phone number"
      form={codeForm}
      submitLabel="Save"
      problem={problem}
      onSubmit={() => attempt(save)}
      onCancel={onClose}
    >
      <CodeField {...codeForm.field('code')} />
    </AccountForm>
  );
}

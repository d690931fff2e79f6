import { Copy } from '#src/web/ui/icons/copy.ts';
import { useState } from 'react';
import { useAttempt } from '#src/web/account/attempt.ts';
import { useForm } from '#src/web/ui/fields/form.ts';
import { checkCode, finishSetup, type Setup } from '#src/web/account/two-factor.ts';
import { useUnloadPrompt } from '#src/web/platform/unload-prompt.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ErrorBoundary } from '#src/web/ui/page/error-boundary.tsx';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { AccountForm } from '#src/web/features/account/account-form.tsx';
import { QrCode } from './qr-code-chunk.ts';
import styles from './two-factor-setup.module.css';

interface TwoFactorSetupProps {
  readonly setup: Setup;
  readonly onOn: () => void;
  readonly onCancel: () => void;
}

/**
 * Gives the secret to an authenticator app, and asks for a code of it, so that a typing error locks nobody
 * out.
 */
export function TwoFactorSetup({ setup, onOn, onCancel }: TwoFactorSetupProps) {
  const form = useForm({ code: '' }, ({ code }) => ({ code: checkCode(code) }));
  const { problem, attempt } = useAttempt();
  // The app may have the secret already, and the server makes another one next time.
  useUnloadPrompt(true);
  const finish = async () => {
    await finishSetup(form.fields.code);
    onOn();
  };
  return (
    <div>
      <div className={styles['secret']}>
        <div className={styles['picture']}>
          <ErrorBoundary part="The QR code">
            <QrCode text={setup.uri} label="QR code for your authenticator app" />
          </ErrorBoundary>
        </div>
        <div className={styles['words']}>
          <p>
            Scan the code with an authenticator app, or <a href={setup.uri}>open one on this device</a>.
          </p>
          <p>If you can do neither, type this key into the app:</p>
          <Secret secret={setup.secret} />
        </div>
      </div>
      <AccountForm
        label="Set up two-factor"
        form={form}
        submitLabel="Turn on"
        problem={problem}
        onSubmit={() => attempt(finish)}
        onCancel={onCancel}
      >
        <TextField
          label="Code from the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          {...form.field('code')}
        />
      </AccountForm>
    </div>
  );
}

function Secret({ secret }: { readonly secret: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = () => navigator.clipboard.writeText(secret).then(() => setCopied(true), reportError);
  return (
    <>
      <code className={styles['key']}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
      <Button size="small" onClick={() => void copy()}>
        <Copy size={16} aria-hidden />
        {isCopied ? 'Copied' : 'Copy key'}
      </Button>
    </>
  );
}

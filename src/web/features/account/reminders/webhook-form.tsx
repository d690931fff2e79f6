import type { SubmitEvent } from 'react';
import { isWebAddress } from '#src/domain/web-address.ts';
import type { PushState, WebhookKind } from '#src/reading/remind/push-api.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { freshly } from '#src/web/account/fresh-call.ts';
import { saveWebhook } from '#src/web/account/push-client.ts';
import { AccountProblem } from '#src/web/features/account/account-problem.tsx';
import { SettingRow } from '#src/web/features/account/setting-row.tsx';
import { focusFirstField } from '#src/web/focus/focus.ts';
import { notifySuccess } from '#src/web/feedback/notifications.ts';
import { Button } from '#src/web/ui/button.tsx';
import { useForm } from '#src/web/ui/fields/form.ts';
import { Select } from '#src/web/ui/fields/select.tsx';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { showMissing } from '#src/web/ui/fields/unfinished-form.ts';
import styles from './reminders-section.module.css';
import { WebhookSecret } from './webhook-secret.tsx';

interface WebhookFormProps {
  readonly webhook: PushState['webhook'];
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

const KINDS: Readonly<Record<WebhookKind, string>> = {
  signed: 'Signed (Home Assistant and others)',
  ntfy: 'ntfy',
  gotify: 'Gotify',
};

/** The address for reminders. A saved secret is never shown again. */
export function WebhookForm({ webhook, onChanged, onClose }: WebhookFormProps) {
  const { problem, isBusy, attempt } = useAttempt();
  const form = useForm(
    {
      address: webhook?.address ?? '',
      secret: '',
      kind: webhook?.kind ?? 'signed',
      needsToken: webhook?.hasSecret ?? false,
    },
    ({ address, secret, kind, needsToken }) => ({
      address: isWebAddress(address.trim())
        ? null
        : 'Please enter an address that begins with https:// or http://',
      secret: secret.trim() === '' && (kind !== 'ntfy' || needsToken) ? 'Please enter the secret' : null,
      kind: null,
      needsToken: null,
    }),
  );
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!form.isValid) return showMissing(event.currentTarget, form.touchAll);
    void attempt(async () => {
      const { address, secret: typed, kind, needsToken } = form.fields;
      const secret = kind === 'ntfy' && !needsToken ? '' : typed.trim();
      await freshly(() => saveWebhook({ address: address.trim(), secret, kind }));
      notifySuccess('Webhook saved');
      onChanged();
      onClose();
    });
  };
  return (
    <form ref={focusFirstField} aria-label="Webhook" noValidate className={styles['form']} onSubmit={submit}>
      <SettingRow label="Webhook kind">
        {(control) => (
          <Select
            {...control}
            value={form.fields.kind}
            onValue={(kind) => form.change({ kind: kind as WebhookKind })}
          >
            {Object.entries(KINDS).map(([kind, name]) => (
              <option key={kind} value={kind}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </SettingRow>
      <TextField
        label="Webhook address"
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://ntfy.sh/your-topic"
        {...form.field('address')}
      />
      <WebhookSecret
        kind={form.fields.kind}
        isSaved={webhook !== null}
        secret={form.field('secret')}
        needsToken={form.field('needsToken')}
      />
      {problem && <AccountProblem problem={problem} />}
      <div className={styles['actions']}>
        <Button type="submit" look="primary" size="small" isBusy={isBusy}>
          Save webhook
        </Button>
        <Button size="small" look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

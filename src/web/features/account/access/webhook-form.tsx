import type { SubmitEvent } from 'react';
import { cleanName } from '#src/domain/clean-text.ts';
import { NAME_LENGTH } from '#src/domain/identity/identity-limits.ts';
import { isWebAddress } from '#src/domain/web-address.ts';
import {
  WEBHOOK_ADDRESS_LENGTH,
  WEBHOOK_QUERY_LENGTH,
  type AddedWebhook,
} from '#src/reading/webhooks/webhooks-api.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { freshly } from '#src/web/account/fresh-call.ts';
import { addWebhook } from '#src/web/account/webhooks-client.ts';
import { queryProblem } from '#src/web/data/query-problem.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { focusFirstField } from '#src/web/focus/focus.ts';
import { useForm } from '#src/web/ui/fields/form.ts';
import { checkName } from '#src/web/ui/fields/identity-rules.ts';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { tooLong } from '#src/web/ui/fields/too-long.ts';
import { showMissing } from '#src/web/ui/fields/unfinished-form.ts';
import styles from './access.module.css';
import { FormFoot } from './form-foot.tsx';

interface WebhookFormProps {
  readonly onAdded: (webhook: AddedWebhook) => void;
  readonly onClose: () => void;
}

/** Asks for a new webhook. The server wants a recent sign-in for it. */
export function WebhookForm({ onAdded, onClose }: WebhookFormProps) {
  const { problem, isBusy, attempt } = useAttempt();
  const replica = useReplica();
  const form = useForm({ name: '', query: '', address: '' }, ({ name, query, address }) => ({
    name: checkName(name.trim(), 'Please enter a name'),
    query:
      query.trim() === ''
        ? 'Please enter a filter'
        : queryProblem(query.trim(), WEBHOOK_QUERY_LENGTH, replica),
    address: isWebAddress(address.trim())
      ? tooLong(address.trim(), WEBHOOK_ADDRESS_LENGTH)
      : 'Please enter an address that begins with https://',
  }));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!form.isValid) return showMissing(event.currentTarget, form.touchAll);
    void attempt(async () => {
      const { name, query, address } = form.fields;
      const webhook = { name: cleanName(name), query: query.trim(), address: address.trim() };
      onAdded(await freshly(() => addWebhook(webhook)));
    });
  };
  return (
    <form
      ref={focusFirstField}
      aria-label="New webhook"
      noValidate
      className={styles['form']}
      onSubmit={submit}
    >
      <div className={styles['field']}>
        <TextField
          label="Webhook name"
          autoComplete="off"
          limit={NAME_LENGTH}
          hint="The program that gets the messages."
          dir="auto"
          {...form.field('name')}
        />
      </div>
      <div className={styles['field']}>
        <TextField
          label="Filter"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          dir="auto"
          limit={WEBHOOK_QUERY_LENGTH}
          hint="For example today & #Work. For all open tasks: view all"
          {...form.field('query')}
        />
      </div>
      <div className={styles['field']}>
        <TextField
          label="Address"
          type="url"
          inputMode="url"
          autoComplete="off"
          limit={WEBHOOK_ADDRESS_LENGTH}
          placeholder="https://example.com/sunglow"
          {...form.field('address')}
        />
      </div>
      <FormFoot submit="Create webhook" problem={problem} isBusy={isBusy} onClose={onClose} />
    </form>
  );
}

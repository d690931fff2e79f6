import type { SubmitEvent } from 'react';
import { cleanName } from '#src/domain/clean-text.ts';
import { NAME_LENGTH } from '#src/domain/identity/identity-limits.ts';
import { readQuery } from '#src/reading/query/read.ts';
import {
  WEBHOOK_ADDRESS_LENGTH,
  WEBHOOK_QUERY_LENGTH,
  type AddedWebhook,
} from '#src/reading/webhooks/webhooks-api.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { freshly } from '#src/web/account/fresh-call.ts';
import { addWebhook } from '#src/web/account/webhooks-client.ts';
import { queryContextOf } from '#src/web/data/query-context.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { focusFirstField } from '#src/web/focus/focus.ts';
import { useForm } from '#src/web/ui/fields/form.ts';
import { checkName } from '#src/web/ui/fields/identity-rules.ts';
import { TextField } from '#src/web/ui/fields/text-field.tsx';
import { tooLong } from '#src/web/ui/fields/too-long.ts';
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
  const problemOf = (query: string) => {
    if (query === '') return 'Please enter a filter';
    const read = readQuery(query, queryContextOf(replica));
    return 'problem' in read ? read.problem.message : tooLong(query, WEBHOOK_QUERY_LENGTH);
  };
  const form = useForm({ name: '', query: '', address: '' }, ({ name, query, address }) => ({
    name: checkName(name.trim(), 'Please enter a name'),
    query: problemOf(query.trim()),
    address: isAddress(address.trim())
      ? tooLong(address.trim(), WEBHOOK_ADDRESS_LENGTH)
      : 'Please enter an address that begins with https://',
  }));
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const target = event.currentTarget;
    form.touchAll();
    if (!form.isValid) {
      requestAnimationFrame(() => target.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
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
          hint="The program that receives it."
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
          hint="Such as today & #Work. To be told of all open tasks: view all"
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

function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

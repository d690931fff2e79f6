import { useState } from 'react';
import type { WebhookKind } from '#src/reading/remind/push-api.ts';
import { Button } from '#src/web/ui/button.tsx';
import type { FieldBinding } from '#src/web/ui/fields/form.ts';
import { Switch } from '#src/web/ui/fields/switch.tsx';
import { TextField } from '#src/web/ui/fields/text-field.tsx';

const HINTS: Readonly<Record<WebhookKind, string>> = {
  signed: 'The key that signs each message (Standard Webhooks): base64, with or without whsec_.',
  ntfy: 'The access token of ntfy.',
  gotify: 'The token of the application in Gotify.',
};

/** Standard Webhooks require 24 to 64 bytes. */
const SECRET_BYTES = 32;

interface WebhookSecretProps {
  readonly kind: WebhookKind;
  /** True when a webhook is saved; its secret is never shown again. */
  readonly isSaved: boolean;
  readonly secret: FieldBinding;
  /** True when the topic of ntfy is protected. */
  readonly needsToken: FieldBinding<boolean>;
}

/** The secret of a webhook, for the kinds that need one. */
export function WebhookSecret({ kind, isSaved, secret, needsToken }: WebhookSecretProps) {
  const [generated, setGenerated] = useState('');
  const isGenerated = secret.value !== '' && secret.value === generated;
  const generate = () => {
    const made = newSigningKey();
    setGenerated(made);
    secret.onValue(made);
  };
  return (
    <>
      {kind === 'ntfy' && (
        <Switch
          label="Protected topic"
          hint="Only holders of an access token may write to the topic."
          checked={needsToken.value}
          onChecked={needsToken.onValue}
        />
      )}
      {(kind !== 'ntfy' || needsToken.value) && (
        <TextField
          label="Webhook secret"
          type={isGenerated ? 'text' : 'password'}
          autoComplete="off"
          spellCheck={false}
          hint={isGenerated ? 'Copy this key to the receiver now. It is not shown again.' : HINTS[kind]}
          placeholder={isSaved ? 'Enter it again to change the webhook' : undefined}
          {...secret}
        />
      )}
      {kind === 'signed' && (
        <Button size="small" onClick={generate}>
          Generate secret
        </Button>
      )}
    </>
  );
}

function newSigningKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}

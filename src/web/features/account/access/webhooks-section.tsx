import { useState } from 'react';
import type { AddedWebhook } from '#src/reading/webhooks/webhooks-api.ts';
import { useLoaded } from '#src/web/account/loaded.ts';
import { loadWebhooks } from '#src/web/account/webhooks-client.ts';
import { AccountRow } from '#src/web/features/account/account-row.tsx';
import { AccountSection } from '#src/web/features/account/account-section.tsx';
import { LoadedPart } from '#src/web/features/account/loaded-part.tsx';
import { focusOn } from '#src/web/focus/focus.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ShownOnce } from './shown-once.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { WebhookRow } from './webhook-row.tsx';

/** The webhooks of the user: receivers are told of the tasks in a filter (rule A5). */
export function WebhooksSection() {
  const loaded = useLoaded(loadWebhooks);
  const [mode, setMode] = useState<'fresh' | 'adding' | 'done'>('fresh');
  const [added, setAdded] = useState<AddedWebhook | null>(null);
  return (
    <AccountSection
      title="Webhooks"
      about="Tell another program when a task comes into a filter, changes in it, or leaves it."
    >
      <LoadedPart loaded={loaded}>
        {(webhooks) => (
          <>
            {webhooks.length > 0 && (
              <ul aria-label="Webhooks">
                {webhooks.map((webhook) => (
                  <li key={webhook.id} ref={handOnFocus}>
                    <WebhookRow webhook={webhook} onChanged={loaded.reload} />
                  </li>
                ))}
              </ul>
            )}
            {added && (
              <ShownOnce
                title="Keep this secret"
                about="Copy it to the receiver, which verifies messages with it."
                label="Secret"
                text={added.secret}
                onDone={() => {
                  setAdded(null);
                  setMode('done');
                }}
              />
            )}
            {!added && mode === 'adding' && (
              <WebhookForm
                onAdded={(webhook) => {
                  setAdded(webhook);
                  loaded.reload();
                }}
                onClose={() => setMode('done')}
              />
            )}
            {!added && mode !== 'adding' && (
              <AccountRow label={webhooks.length === 0 ? 'No webhook yet' : 'For another program'}>
                <Button
                  size="small"
                  ref={mode === 'done' ? focusOn : handOnFocus}
                  onClick={() => setMode('adding')}
                >
                  Add webhook
                </Button>
              </AccountRow>
            )}
          </>
        )}
      </LoadedPart>
    </AccountSection>
  );
}

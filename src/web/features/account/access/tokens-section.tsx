import { useState } from 'react';
import type { AddedToken } from '#src/domain/identity/access-token.ts';
import { loadTokens } from '#src/web/account/access-client.ts';
import { useLoaded } from '#src/web/account/loaded.ts';
import { AccountRow } from '#src/web/features/account/account-row.tsx';
import { AccountSection } from '#src/web/features/account/account-section.tsx';
import { LoadedPart } from '#src/web/features/account/loaded-part.tsx';
import { focusOn } from '#src/web/focus/focus.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { Button } from '#src/web/ui/button.tsx';
import { ShownOnce } from './shown-once.tsx';
import { TokenForm } from './token-form.tsx';
import { TokenRow } from './token-row.tsx';

/** The access tokens of the user: programs that have one read and change tasks by the API. */
export function TokensSection() {
  const loaded = useLoaded(loadTokens);
  const [mode, setMode] = useState<'fresh' | 'adding' | 'done'>('fresh');
  const [added, setAdded] = useState<AddedToken | null>(null);
  const [now] = useState(Date.now);
  if (added)
    return (
      <AccountSection title="Access tokens">
        <ShownOnce
          title="Keep this token"
          about={
            <>
              Give it to <bdi>{added.name}</bdi> now.
            </>
          }
          label="Token"
          text={added.text}
          onDone={() => {
            setAdded(null);
            setMode('done');
          }}
        />
      </AccountSection>
    );
  return (
    <AccountSection
      title="Access tokens"
      about={
        <>
          A program with a token reads and changes your tasks by the{' '}
          <a href="/api/docs" target="_blank" rel="noreferrer">
            API
          </a>
          . It never learns your password, and you can revoke the token at any time.
        </>
      }
    >
      <LoadedPart loaded={loaded}>
        {(tokens) => (
          <>
            {tokens.length > 0 && (
              <ul aria-label="Access tokens">
                {tokens.map((token) => (
                  <li key={token.id} ref={handOnFocus}>
                    <TokenRow token={token} now={now} onChanged={loaded.reload} />
                  </li>
                ))}
              </ul>
            )}
            {mode === 'adding' ? (
              <TokenForm
                onAdded={(token) => {
                  setAdded(token);
                  loaded.reload();
                }}
                onClose={() => setMode('done')}
              />
            ) : (
              <AccountRow label={tokens.length === 0 ? 'No token yet' : 'For another program'}>
                <Button
                  size="small"
                  ref={mode === 'done' ? focusOn : handOnFocus}
                  onClick={() => setMode('adding')}
                >
                  Add token
                </Button>
              </AccountRow>
            )}
          </>
        )}
      </LoadedPart>
    </AccountSection>
  );
}

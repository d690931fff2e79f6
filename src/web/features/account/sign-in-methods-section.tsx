import { useState } from 'react';
import { countWaysIn, type Provider } from '#src/domain/ways.ts';
import { ask } from '#src/web/hooks/dialogs.ts';
import { useLoaded } from '#src/web/hooks/loaded.ts';
import { leaveToLink, loadWaysIn, unlink, useProviderProblem } from '#src/web/hooks/providers.ts';
import { useWays } from '#src/web/hooks/ways.ts';
import { Button } from '#src/web/ui/button.tsx';
import hidden from '#src/web/ui/hidden.module.css';
import { ProviderMark } from '#src/web/ui/provider-mark.tsx';
import { AccountProblem } from './account-problem.tsx';
import { AccountRow } from './account-row.tsx';
import { AccountSection } from './account-section.tsx';
import { LoadedPart } from './loaded-part.tsx';
import { OwnWays } from './own-ways.tsx';
import styles from './sign-in-methods-section.module.css';
import { useAttempt } from './use-attempt.ts';

/** Every way in, and whether it is set up; those at other sites are linked and unlinked here. */
export function SignInMethodsSection() {
  const ways = useWays();
  const returned = useProviderProblem();
  const loaded = useLoaded(loadWaysIn);
  const { problem: refused, isBusy, attempt } = useAttempt();
  // What went wrong on the way back is old news once something else is tried.
  const [hasTried, setTried] = useState(false);

  const start = (work: () => Promise<void>) => {
    setTried(true);
    void attempt(work);
  };
  const onLink = (provider: Provider) => start(() => leaveToLink(provider.id));
  const onUnlink = ({ id, name }: Provider) =>
    ask({
      title: `Unlink ${name}?`,
      description: `You can no longer log in with ${name} then. You can link it again at any time.`,
      confirm: 'Unlink',
      onConfirm: () => start(() => unlink(id).then(loaded.reload)),
    });

  return (
    <AccountSection title="Sign-in methods" about="The ways in to your account. One of them always stays.">
      <div>
        <div ref={returned ? showFromAfar : undefined} className={styles['problem']}>
          <AccountProblem problem={hasTried ? refused : returned} />
        </div>
        <LoadedPart loaded={loaded}>
          {(waysIn) => (
            <ul>
              {ways && <OwnWays ways={ways} waysIn={waysIn} />}
              {ways?.providers
                .filter(({ id, vouches }) => vouches || waysIn.providers.includes(id))
                .map((provider) => (
                  <li key={provider.id}>
                    <ProviderRow
                      provider={provider}
                      isLinked={waysIn.providers.includes(provider.id)}
                      isOnly={countWaysIn(waysIn) === 1}
                      isBusy={isBusy}
                      onLink={onLink}
                      onUnlink={onUnlink}
                    />
                  </li>
                ))}
            </ul>
          )}
        </LoadedPart>
      </div>
    </AccountSection>
  );
}

interface ProviderRowProps {
  readonly provider: Provider;
  readonly isLinked: boolean;
  /** The account has no other way in. */
  readonly isOnly: boolean;
  readonly isBusy: boolean;
  readonly onLink: (provider: Provider) => void;
  readonly onUnlink: (provider: Provider) => void;
}

function ProviderRow({ provider, isLinked, isOnly, isBusy, onLink, onUnlink }: ProviderRowProps) {
  const linked = isOnly ? 'Linked. Your only way in' : 'Linked';
  return (
    <AccountRow
      mark={<ProviderMark id={provider.id} />}
      label={<bdi>{provider.name}</bdi>}
      value={isLinked ? linked : 'Not linked'}
    >
      {/* Also for the last one: another may have been set up since this was loaded, and the server knows. */}
      <Button
        size="small"
        disabled={isBusy}
        onClick={() => (isLinked ? onUnlink(provider) : onLink(provider))}
      >
        {isLinked ? 'Unlink' : 'Link'}
        <span className={hidden['hidden']}> {provider.name}</span>
      </Button>
    </AccountRow>
  );
}

/** The page opens at its top, and the reason would stand below the window. */
function showFromAfar(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
}

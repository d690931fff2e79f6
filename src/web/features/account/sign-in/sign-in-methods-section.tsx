import { Mail } from '#src/web/ui/icons/mail.ts';
import { useState } from 'react';
import { countAccountMethods, type Provider } from '#src/domain/identity/sign-in-methods.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { ask } from '#src/web/focus/dialogs.ts';
import { useLoaded } from '#src/web/account/loaded.ts';
import { leaveToLink, loadAccountMethods, unlink, useProviderProblem } from '#src/web/account/providers.ts';
import { useSignInMethods } from '#src/web/account/sign-in-methods.ts';
import { Button } from '#src/web/ui/button.tsx';
import hidden from '#src/web/ui/hidden.module.css';
import { ProviderMark } from '#src/web/ui/provider-mark.tsx';
import { AccountProblem } from '#src/web/features/account/account-problem.tsx';
import { AccountRow } from '#src/web/features/account/account-row.tsx';
import { AccountSection } from '#src/web/features/account/account-section.tsx';
import { LoadedPart } from '#src/web/features/account/loaded-part.tsx';
import styles from './sign-in-methods-section.module.css';

/**
 * The sign-in methods without a section of their own: links by mail, and providers, which are linked and
 * unlinked here.
 */
export function SignInMethodsSection() {
  const methods = useSignInMethods();
  const returned = useProviderProblem();
  const loaded = useLoaded(loadAccountMethods);
  // The error of the return is outdated once the user tries something else.
  const [hasTried, setTried] = useState(false);
  if (methods && !methods.email && methods.providers.length === 0) return null;
  return (
    <AccountSection
      title="Other sign-in methods"
      about="The last sign-in method of your account always stays."
    >
      {returned && !hasTried && (
        <div ref={showFromAfar} className={styles['returned']}>
          <AccountProblem problem={returned} />
        </div>
      )}
      <LoadedPart loaded={loaded}>
        {(accountMethods) => (
          <ul>
            {methods?.email && (
              <li>
                <AccountRow
                  mark={<Mail size={18} aria-hidden />}
                  label="Link by email"
                  value={
                    accountMethods.email === null
                      ? 'You have no confirmed email'
                      : 'Ask for a link when you sign in.'
                  }
                />
              </li>
            )}
            {methods?.providers
              .filter(({ id, vouches }) => vouches || accountMethods.providers.includes(id))
              .map((provider) => (
                <li key={provider.id}>
                  <ProviderRow
                    provider={provider}
                    isLinked={accountMethods.providers.includes(provider.id)}
                    isOnly={countAccountMethods(accountMethods) === 1}
                    onTry={() => setTried(true)}
                    onUnlinked={loaded.reload}
                  />
                </li>
              ))}
          </ul>
        )}
      </LoadedPart>
    </AccountSection>
  );
}

interface ProviderRowProps {
  readonly provider: Provider;
  readonly isLinked: boolean;
  /** True when the account has no other sign-in method. */
  readonly isOnly: boolean;
  readonly onTry: () => void;
  readonly onUnlinked: () => void;
}

function ProviderRow({ provider: { id, name }, isLinked, isOnly, onTry, onUnlinked }: ProviderRowProps) {
  const { problem, isBusy, attempt } = useAttempt();
  const start = (work: () => Promise<void>) => {
    onTry();
    void attempt(work);
  };
  const onUnlink = () =>
    ask({
      title: `Unlink ${name}?`,
      description: `You can no longer sign in with ${name}. You can link it again at any time.`,
      confirm: 'Unlink',
      onConfirm: () => start(() => unlink(id).then(onUnlinked)),
    });
  const linked = isOnly ? 'Linked. Your only sign-in method' : 'Linked';
  return (
    <AccountRow
      mark={<ProviderMark id={id} />}
      label={<bdi>{name}</bdi>}
      value={isLinked ? linked : 'Not linked'}
      problem={<AccountProblem problem={problem} />}
    >
      {/* The button is there for the only method too: another one may exist by now, and the server knows. */}
      <Button
        size="small"
        isBusy={isBusy}
        onClick={() => (isLinked ? onUnlink() : start(() => leaveToLink(id)))}
      >
        {isLinked ? 'Unlink' : 'Link'}
        <span className={hidden['hidden']}> {name}</span>
      </Button>
    </AccountRow>
  );
}

/** The page opens at its top, and the error would be below the window. */
function showFromAfar(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
}

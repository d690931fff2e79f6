import { useState } from 'react';
import { focusOn } from '#src/web/focus/focus.ts';
import { useLoaded } from '#src/web/account/loaded.ts';
import {
  beginSetup,
  loadTwoFactor,
  renewRecoveryCodes,
  turnOff,
  type Setup,
  type TwoFactor,
} from '#src/web/account/two-factor.ts';
import { Button } from '#src/web/ui/button.tsx';
import { AccountRow } from '#src/web/features/account/account-row.tsx';
import { AccountSection } from '#src/web/features/account/account-section.tsx';
import { LoadedPart } from '#src/web/features/account/loaded-part.tsx';
import { PasswordAgain } from './password-again.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { TwoFactorSetup } from './two-factor-setup.tsx';

/** The content of the section's card. */
type Step =
  /** `isBack`: the content before had the focus. */
  | { readonly name: 'state'; readonly isBack: boolean }
  | { readonly name: 'begin' | 'renew' | 'turn-off' }
  | { readonly name: 'confirm'; readonly setup: Setup }
  | { readonly name: 'codes'; readonly codes: readonly string[] };

export function TwoFactorSection() {
  const loaded = useLoaded(loadTwoFactor);
  return (
    <AccountSection
      title="Two-factor"
      about="After your password, an email link or a text message, Sunglow also asks for a code of your authenticator app. A passkey needs no code, since it is two factors in one. A provider asks for its own."
    >
      <LoadedPart loaded={loaded}>{(state) => <Steps state={state} onChanged={loaded.reload} />}</LoadedPart>
    </AccountSection>
  );
}

function Steps({ state, onChanged }: { readonly state: TwoFactor; readonly onChanged: () => void }) {
  const [step, setStep] = useState<Step>({ name: 'state', isBack: false });
  const back = () => setStep({ name: 'state', isBack: true });
  const again = { isNeeded: state.needsPassword, onCancel: back };

  switch (step.name) {
    case 'state':
      return <State state={state} focus={step.isBack ? focusOn : undefined} onStep={setStep} />;
    case 'begin':
      return (
        <PasswordAgain
          {...again}
          label="Set up two-factor"
          submitLabel="Go on"
          onPassword={async (password) => setStep({ name: 'confirm', setup: await beginSetup(password) })}
        />
      );
    case 'confirm': {
      const { setup } = step;
      const onOn = () => {
        onChanged();
        setStep({ name: 'codes', codes: setup.recoveryCodes });
      };
      return <TwoFactorSetup setup={setup} onOn={onOn} onCancel={back} />;
    }
    case 'renew':
      return (
        <PasswordAgain
          {...again}
          label="New recovery codes"
          submitLabel="Replace the codes"
          onPassword={async (password) => {
            const codes = await renewRecoveryCodes(password);
            onChanged();
            setStep({ name: 'codes', codes });
          }}
        />
      );
    case 'turn-off':
      return (
        <PasswordAgain
          {...again}
          label="Turn off two-factor"
          submitLabel="Turn off"
          danger
          onPassword={async (password) => {
            await turnOff(password);
            onChanged();
            back();
          }}
        />
      );
    case 'codes':
      return <RecoveryCodes codes={step.codes} onDone={back} />;
  }
}

interface StateProps {
  readonly state: TwoFactor;
  readonly focus: typeof focusOn | undefined;
  readonly onStep: (step: Step) => void;
}

function State({ state, focus, onStep }: StateProps) {
  if (!state.isOn) {
    return (
      <AccountRow label="Off" value="You need an authenticator app or a password manager.">
        <Button size="small" ref={focus} onClick={() => onStep({ name: 'begin' })}>
          Set up
        </Button>
      </AccountRow>
    );
  }
  return (
    <>
      <AccountRow label="On" value="Your authenticator app">
        <Button size="small" ref={focus} onClick={() => onStep({ name: 'turn-off' })}>
          Turn off
        </Button>
      </AccountRow>
      <AccountRow label="Recovery codes" value={`${state.recoveryCodes ?? 0} of 10 left`}>
        <Button size="small" onClick={() => onStep({ name: 'renew' })}>
          Get new ones
        </Button>
      </AccountRow>
    </>
  );
}

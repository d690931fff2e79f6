import { useState } from 'react';
import { loadDevices, signOutDevice, signOutOtherDevices } from '#src/web/features/account/account-client.ts';
import { useAttempt } from '#src/web/account/attempt.ts';
import { changeUser } from '#src/web/account/change-user.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { ask } from '#src/web/focus/dialogs.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { useLoaded } from '#src/web/account/loaded.ts';
import { notifySuccess } from '#src/web/feedback/notifications.ts';
import { Button } from '#src/web/ui/button.tsx';
import hidden from '#src/web/ui/hidden.module.css';
import { AccountProblem } from '#src/web/features/account/account-problem.tsx';
import { AccountRow } from '#src/web/features/account/account-row.tsx';
import { AccountSection } from '#src/web/features/account/account-section.tsx';
import { LoadedPart } from '#src/web/features/account/loaded-part.tsx';
import { usedText } from './used-text.ts';

export function DevicesSection() {
  const loaded = useLoaded(loadDevices);
  const { problem, isBusy, attempt } = useAttempt();
  const { userId } = useReplica();
  const [now] = useState(Date.now);

  const end = (work: () => Promise<void>, done: string) =>
    attempt(async () => {
      await work();
      notifySuccess(done);
      loaded.reload();
    });
  const endOthers = () =>
    ask({
      title: 'Sign out all other devices?',
      description:
        'Unsent changes stay on those devices until you sign in there again. Your webhook for reminders is removed too.',
      confirm: 'Sign out',
      onConfirm: () =>
        void end(async () => {
          await signOutOtherDevices();
          // The webhook was removed with them.
          changeUser(userId);
        }, 'Other devices signed out'),
    });

  return (
    <AccountSection
      title="Devices"
      about="The devices where you are signed in, and the hour when the app was last open there."
    >
      <LoadedPart loaded={loaded}>
        {(devices) => (
          <>
            <ul aria-label="Devices">
              {devices.map(({ id, device, usedAt, isCurrent }) => (
                <li key={id} ref={handOnFocus}>
                  <AccountRow label={device} value={isCurrent ? 'This device' : usedText(usedAt, now)}>
                    {!isCurrent && (
                      <Button
                        size="small"
                        data-control="sign-out"
                        isBusy={isBusy}
                        onClick={() => void end(() => signOutDevice(id), 'Device signed out')}
                      >
                        Sign out<span className={hidden['hidden']}> {device}</span>
                      </Button>
                    )}
                  </AccountRow>
                </li>
              ))}
            </ul>
            {(devices.length > 1 || problem) && (
              <AccountRow label="All other devices" problem={<AccountProblem problem={problem} />}>
                <Button size="small" ref={handOnFocus} onClick={endOthers} isBusy={isBusy}>
                  Sign out all others
                </Button>
              </AccountRow>
            )}
          </>
        )}
      </LoadedPart>
    </AccountSection>
  );
}

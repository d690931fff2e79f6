import { useEffect, useState } from 'react';
import { useAttempt } from '#src/web/account/attempt.ts';
import {
  pushAbility,
  turnOffReminders,
  turnOnReminders,
  type PushAbility,
} from '#src/web/account/push-subscription.ts';
import { AccountProblem } from '#src/web/features/account/account-problem.tsx';
import { AccountRow } from '#src/web/features/account/account-row.tsx';
import { Button } from '#src/web/ui/button.tsx';

/** The state of this browser, and the next step, in words (rules N3 and N6). */
const STANDS: Readonly<Record<PushAbility, string>> = {
  on: 'Reminders come to this device.',
  off: 'Off. Your browser will ask whether Sunglow may show notifications.',
  denied:
    'Notifications from this site are blocked. Allow them in the site settings of your browser (often behind the icon before the address), then turn them on here.',
  'needs-install':
    'On an iPhone or iPad, first put Sunglow on the home screen: press Share, then Add to Home Screen. Open it from there, and turn reminders on.',
  unsupported:
    'This browser cannot show reminders while Sunglow is closed: it has no Web Push, or it is in a private window. Use another browser, email, or a webhook.',
};

interface ThisDeviceProps {
  readonly userId: string;
  readonly onChanged: () => void;
}

/** Turns reminders on and off in this browser. */
export function ThisDevice({ userId, onChanged }: ThisDeviceProps) {
  const [ability, setAbility] = useState<PushAbility | null>(null);
  const { problem, isBusy, attempt } = useAttempt();
  useEffect(() => {
    let isWanted = true;
    const look = () => void pushAbility(userId).then((found) => isWanted && setAbility(found));
    look();
    // A user who has changed the browser's settings comes back to this tab.
    window.addEventListener('focus', look);
    return () => {
      isWanted = false;
      window.removeEventListener('focus', look);
    };
  }, [userId]);

  const turn = () =>
    attempt(async () => {
      if (ability === 'on') {
        setAbility('off');
        await turnOffReminders();
      } else setAbility(await turnOnReminders(userId));
      onChanged();
    });

  return (
    <AccountRow
      label="This device"
      value={<span aria-live="polite">{ability === null ? 'Loading...' : STANDS[ability]}</span>}
      problem={problem && <AccountProblem problem={problem} />}
    >
      {ability !== null && ability !== 'needs-install' && ability !== 'unsupported' && (
        <Button size="small" isBusy={isBusy} onClick={() => void turn()}>
          {ability === 'on' ? 'Turn off for this device' : 'Turn on for this device'}
        </Button>
      )}
    </AccountRow>
  );
}

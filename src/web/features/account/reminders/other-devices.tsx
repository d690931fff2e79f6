import type { ShownSubscription } from '#src/reading/remind/push-api.ts';
import { AccountRow } from '#src/web/features/account/account-row.tsx';
import { useMoment } from '#src/web/data/use-moment.ts';

/** The other devices with reminders. They are turned off there, or by signing the device out. */
export function OtherDevices({ subscriptions }: { readonly subscriptions: readonly ShownSubscription[] }) {
  const momentOf = useMoment();
  const others = subscriptions.filter(({ isThisDevice }) => !isThisDevice);
  if (others.length === 0) return null;
  return (
    <ul aria-label="Other devices with reminders">
      {others.map(({ id, device, usedAt }) => (
        <li key={id}>
          <AccountRow
            label={device}
            value={usedAt === null ? 'No reminder sent yet' : `Last sent ${momentOf(usedAt)}`}
          />
        </li>
      ))}
    </ul>
  );
}

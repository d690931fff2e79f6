import { useSession } from '#src/web/platform/session.ts';
import { useLoaded } from '#src/web/account/loaded.ts';
import { loadPushState } from '#src/web/account/push-client.ts';
import { AccountSection } from '#src/web/features/account/account-section.tsx';
import { LoadedPart } from '#src/web/features/account/loaded-part.tsx';
import { SettingGroup } from '#src/web/features/account/setting-group.tsx';
import { LastReminders } from './last-reminders.tsx';
import { OtherDevices } from './other-devices.tsx';
import { ReminderSettingsPart } from './reminder-settings-part.tsx';
import { ThisDevice } from './this-device.tsx';
import { WaysPart } from './ways-part.tsx';

/** The reminder ways of the user, their times, and their results. */
export function RemindersSection() {
  const { user } = useSession();
  const loaded = useLoaded(loadPushState);
  if (!user) return null;
  return (
    <AccountSection
      isPage
      title="Reminders"
      about="Reminders come to each device that has them turned on, also while Sunglow is closed. They are encrypted for its browser."
    >
      <SettingGroup
        title="How reminders reach you"
        about="If no device shows one within a minute, it comes by the next way that is on."
      >
        <ThisDevice userId={user.id} onChanged={loaded.reload} />
        <LoadedPart loaded={loaded}>
          {(state) => (
            <>
              <OtherDevices subscriptions={state.subscriptions} />
              <WaysPart state={state} onChanged={loaded.reload} />
            </>
          )}
        </LoadedPart>
      </SettingGroup>
      <ReminderSettingsPart />
      <LastReminders />
    </AccountSection>
  );
}

import { useRef, useState } from 'react';
import { placeOfZone, type MovedReminder } from '#src/reading/remind/travel.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useRow } from '#src/web/data/rows.ts';
import { useTimeZone } from '#src/web/data/today.ts';
import { useStore } from '#src/web/platform/store.ts';
import { movedIn } from '#src/web/tasks/travel/moved-in.ts';
import { TravelDialog } from '#src/web/tasks/travel/travel-dialog.tsx';
import { useChooseZone, type ZoneChoice } from '#src/web/tasks/travel/use-choose-zone.ts';
import { useOwnDialog } from '#src/web/tasks/travel/use-own-dialog.ts';
import { zoneMemory, type ZoneMemory } from '#src/web/tasks/travel/zone-memory.ts';
import { SettingRow } from '#src/web/features/account/setting-row.tsx';
import { Select } from '#src/web/ui/fields/select.tsx';

/** The choice of the device's zone, also on later journeys. */
const BY_DEVICE = '';

/** A choice that waits until the user has seen the reminders that it moves. */
interface Pending {
  readonly choice: ZoneChoice;
  readonly moved: readonly MovedReminder[];
}

/** The time zone of reminders: the device's, or one from a list (rule N7). */
export function ZoneSetting() {
  const replica = useReplica();
  const chooseZone = useChooseZone();
  const here = useTimeZone();
  const chosen = useRow('setting', 'zone')?.value || null;
  const memory = useStore(zoneMemory);
  const select = useRef<HTMLSelectElement>(null);
  const dialog = useOwnDialog(select);
  const [pending, setPending] = useState<Pending | null>(null);
  const follows = chosen === null || (memory?.kind === 'follows' && memory.zone === chosen);

  const choose = (value: string) => {
    const zone = value === BY_DEVICE ? here : value;
    // A user who chooses another zone here is not asked about it again here.
    const next: ZoneMemory = value === BY_DEVICE ? { kind: 'follows', zone } : { kind: 'keeps', zone, here };
    const choice = { zone, memory: next };
    const moved = movedIn(replica, zone);
    if (moved.length === 0) return void chooseZone(choice);
    setPending({ choice, moved });
    dialog.open();
  };

  return (
    <>
      <SettingRow label="Time zone" hint={hintOf(chosen ?? here, here, follows)}>
        {(control) => (
          <Select {...control} ref={select} value={follows ? BY_DEVICE : chosen} onValue={choose}>
            <option value={BY_DEVICE}>Where I am, by this device</option>
            {regions([here, chosen ?? here]).map(([region, zones]) => (
              <optgroup key={region} label={region}>
                {zones.map((zone) => (
                  <option key={zone} value={zone}>
                    {zone.slice(zone.indexOf('/') + 1).replaceAll('_', ' ')}
                  </option>
                ))}
              </optgroup>
            ))}
          </Select>
        )}
      </SettingRow>
      {dialog.isShown && pending && (
        <TravelDialog
          control={dialog.control}
          moved={pending.moved}
          from={chosen ?? here}
          to={pending.choice.zone}
          choice={pending.choice}
        />
      )}
    </>
  );
}

function hintOf(zone: string, here: string, follows: boolean): string {
  const use = `Reminders use ${placeOfZone(zone)} time`;
  if (follows) return `${use} and follow this device.`;
  return zone === here ? `${use} on all devices.` : `${use}. This device is in ${placeOfZone(here)}.`;
}

/** The zones that this browser knows, and `others`, by continent or ocean; zones without one come last. */
function regions(others: readonly string[]): (readonly [string, readonly string[]])[] {
  const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...others])].toSorted();
  const regionOf = (zone: string) => (zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'Other');
  const groups = [...Map.groupBy(zones, regionOf)];
  return [
    ...groups.filter(([region]) => region !== 'Other'),
    ...groups.filter(([region]) => region === 'Other'),
  ];
}

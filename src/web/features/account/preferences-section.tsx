import { SETTINGS, type SettingName, type SettingValue } from '#src/tables/setting/setting.ts';
import { useSetting } from '#src/web/data/rows.ts';
import { useTheme } from '#src/web/data/synced-theme.ts';
import { numericOrder, quickAddLanguage } from '#src/web/data/quick-add-settings.ts';
import { SETTING_TITLES } from '#src/web/words/setting-names.ts';
import { settingValueText } from '#src/web/words/setting.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import { localeWeek } from '#src/web/ui/locale-week.ts';
import { AccountSection } from './account-section.tsx';
import { KeptAsText } from './kept-as-text.tsx';
import { SettingGroup } from './setting-group.tsx';
import { ChoiceRow } from './setting-row.tsx';
import { TryZone } from '#src/web/features/account/reminders/try-zone.tsx';
import { ZoneSetting } from '#src/web/features/account/reminders/zone-setting.tsx';

/** The settings of look, clock and language for all devices of the user. */
export function PreferencesSection() {
  const weekday = SETTINGS.weekStart[localeWeek().firstDay] ?? 'monday';
  return (
    <AccountSection isPage title="Preferences" about="They are the same on all your devices.">
      <SettingGroup title="Look">
        <Choices name="theme" chosen={useTheme()} />
        <Choices
          name="density"
          chosen={useSetting('density')}
          meaning={(density) => (density === 'compact' ? 'One line for each task' : 'Facts below the name')}
        />
      </SettingGroup>
      <SettingGroup title="Days">
        <Choices
          name="weekStart"
          chosen={useSetting('weekStart')}
          meaning={(day) => (day === 'locale' ? settingValueText('weekStart', weekday) : null)}
        />
        <Choices name="clock" chosen={useSetting('clock')} meaning={afternoon} />
        <Choices name="numericOrder" chosen={useSetting('numericOrder')} meaning={lastOfMarch} />
        <ZoneSetting />
        <TryZone />
      </SettingGroup>
      <SettingGroup title="Typing">
        <Choices
          name="quickAddLanguage"
          chosen={useSetting('quickAddLanguage')}
          meaning={(language) =>
            language === 'locale'
              ? settingValueText('quickAddLanguage', quickAddLanguage(language, navigator.language))
              : null
          }
        />
        <Choices name="quickAddSigns" chosen={useSetting('quickAddSigns')} meaning={(app) => SIGNS[app]} />
        <KeptAsText />
      </SettingGroup>
    </AccountSection>
  );
}

interface ChoicesProps<N extends SettingName> {
  readonly name: N;
  readonly chosen: SettingValue<N>;
  /** The effect of a choice, if its name does not say it. */
  readonly meaning?: (value: SettingValue<N>) => string | null;
}

function Choices<N extends SettingName>({ name, chosen, meaning }: ChoicesProps<N>) {
  const mutate = useMutate();
  const values: readonly SettingValue<N>[] = SETTINGS[name];
  return (
    <ChoiceRow
      label={SETTING_TITLES[name]}
      values={values}
      chosen={chosen}
      textOf={(value) => settingValueText(name, value)}
      meaning={meaning}
      onChoose={(value) => void mutate('setting.set', { id: name, value, at: Date.now() }, null)}
    />
  );
}

/** Examples of the signs for a collection, a label and a section. */
const SIGNS: Readonly<Record<SettingValue<'quickAddSigns'>, string>> = {
  todoist: '#Home /Kitchen @waiting',
  things: '#waiting /Kitchen',
  ticktick: '~Home #waiting /Kitchen',
  'super-productivity': '+Home #waiting /Kitchen',
  vikunja: '+Home *waiting /Kitchen',
};

/** 31 March in numbers. */
function lastOfMarch(order: SettingValue<'numericOrder'>): string {
  return { mdy: '3/31/2026', dmy: '31/3/2026', ymd: '2026/3/31' }[numericOrder(order, navigator.language)];
}

/** A time on this clock. */
function afternoon(clock: SettingValue<'clock'>): string {
  return new Intl.DateTimeFormat(undefined, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    ...(clock !== 'locale' && { hour12: clock === '12' }),
  }).format(Date.UTC(2026, 0, 1, 17, 30));
}

import { useId, type ReactNode } from 'react';
import { SETTINGS, type SettingName, type SettingValue } from '#src/tables/setting/setting.ts';
import { useSetting } from '#src/web/data/rows.ts';
import { useTheme } from '#src/web/data/synced-theme.ts';
import { numericOrder, quickAddLanguage } from '#src/web/data/quick-add-settings.ts';
import { SETTING_TITLES } from '#src/web/words/setting-names.ts';
import { settingValueText } from '#src/web/words/setting.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { localeWeek } from '#src/web/ui/locale-week.ts';
import { AccountSection } from './account-section.tsx';
import { KeptAsText } from './kept-as-text.tsx';
import styles from './preferences-section.module.css';
import { TryZone } from '#src/web/features/account/reminders/try-zone.tsx';
import { ZoneSetting } from '#src/web/features/account/reminders/zone-setting.tsx';

/** The settings of look, clock and language for all devices of the user. */
export function PreferencesSection() {
  const weekday = SETTINGS.weekStart[localeWeek().firstDay] ?? 'monday';
  return (
    <AccountSection title="Preferences" about="They are the same on all your devices.">
      <Choices
        name="theme"
        chosen={useTheme()}
        className={styles['themes']}
        picture={pictureOf}
        meaning={() => null}
      />
      <Choices
        name="weekStart"
        chosen={useSetting('weekStart')}
        meaning={(day) => (day === 'locale' ? settingValueText('weekStart', weekday) : null)}
      />
      <Choices name="clock" chosen={useSetting('clock')} meaning={afternoon} />
      <ZoneSetting />
      <TryZone />
      <Choices name="numericOrder" chosen={useSetting('numericOrder')} meaning={elevenMarch} />
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
    </AccountSection>
  );
}

interface ChoicesProps<N extends SettingName> {
  readonly name: N;
  readonly chosen: SettingValue<N>;
  readonly className?: string | undefined;
  readonly picture?: (value: SettingValue<N>) => ReactNode;
  /** The effect of a choice, if its name does not say it. */
  readonly meaning: (value: SettingValue<N>) => string | null;
}

function Choices<N extends SettingName>({ name, chosen, className, picture, meaning }: ChoicesProps<N>) {
  const id = useId();
  const mutate = useMutate();
  const values: readonly SettingValue<N>[] = SETTINGS[name];
  return (
    <fieldset className={styles['setting']}>
      <legend className={styles['legend']}>{SETTING_TITLES[name]}</legend>
      <div className={cx(styles['choices'], className)}>
        {values.map((value) => (
          <Choice
            key={value}
            group={id}
            name={settingValueText(name, value)}
            meaning={meaning(value)}
            isChosen={value === chosen}
            onChoose={() => void mutate('setting.set', { id: name, value, at: Date.now() }, null)}
          >
            {picture?.(value)}
          </Choice>
        ))}
      </div>
    </fieldset>
  );
}

interface ChoiceProps {
  readonly group: string;
  readonly name: string;
  readonly meaning: string | null;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly children: ReactNode;
}

function Choice({ group, name, meaning, isChosen, onChoose, children }: ChoiceProps) {
  const id = useId();
  return (
    <label className={styles['choice']}>
      {children}
      <input
        type="radio"
        name={group}
        checked={isChosen}
        onChange={onChoose}
        aria-label={name}
        aria-describedby={meaning === null ? undefined : id}
        className={styles['radio']}
      />
      {name}
      {meaning !== null && (
        <span id={id} className={styles['meaning']}>
          {meaning}
        </span>
      )}
    </label>
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

/** 11 March in numbers. */
function elevenMarch(order: SettingValue<'numericOrder'>): string {
  return { mdy: '3/11/2026', dmy: '11/3/2026', ymd: '2026/3/11' }[numericOrder(order, navigator.language)];
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

/** The app in miniature, half light and half dark for the system's theme. */
function pictureOf(theme: SettingValue<'theme'>): ReactNode {
  const sides = theme === 'system' ? (['light', 'dark'] as const) : [theme];
  return (
    <span className={styles['picture']} aria-hidden>
      {sides.map((side) => (
        <span key={side} className={styles['window']} style={{ colorScheme: side }}>
          <span className={styles['sidebar']} />
          <span className={styles['page']}>
            <span className={styles['title']} />
            <span className={styles['line']} />
            <span className={styles['line']} />
          </span>
        </span>
      ))}
    </span>
  );
}

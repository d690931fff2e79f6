import { Fragment, useId } from 'react';
import type { Screen } from '#src/web/data/screen.ts';
import { isApple } from '#src/web/platform/key-name.ts';
import { useShortcutsSwitch } from '#src/web/focus/shortcuts-switch.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { Keys } from './keys.tsx';
import { isHeld } from './held.ts';
import { shortcutGroups, shownKeys, type ShortcutGroup } from './shortcut-list.ts';
import styles from './shortcuts-dialog.module.css';

interface ShortcutGroupsProps {
  readonly screens: readonly Screen[];
}

/** All keys of the app, by the part of it where they hold. */
export function ShortcutGroups({ screens }: ShortcutGroupsProps) {
  const isOn = useShortcutsSwitch();
  return (
    <div className={styles['groups']}>
      {shortcutGroups(screens).map((group) => (
        <Group key={group.id} group={group} isOn={isOn} />
      ))}
    </div>
  );
}

function Group({ group, isOn }: { readonly group: ShortcutGroup; readonly isOn: boolean }) {
  const { title, shortcuts, isOfControl } = group;
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles['title']}>
        {title}
      </h3>
      <dl>
        {shortcuts.map(({ id: key, does, keys }) => (
          <div
            key={key}
            className={cx(styles['shortcut'], !isOn && !isOfControl && !keys.some(isHeld) && styles['off'])}
          >
            <dt>{does}</dt>
            <dd>
              {keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && <span className={styles['word']}> or </span>}
                  <Keys keys={shownKeys(key, isApple())} />
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

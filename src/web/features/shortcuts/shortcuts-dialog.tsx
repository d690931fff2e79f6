import { Fragment, useId } from 'react';
import type { Screen } from '#src/web/data/screen.ts';
import { isApple } from '#src/web/platform/key-name.ts';
import { switchShortcuts, useShortcutsSwitch } from '#src/web/focus/shortcuts-switch.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/class-names.ts';
import { Dialog, DialogActions, type DialogControl } from '#src/web/ui/overlays/dialog.tsx';
import { Switch } from '#src/web/ui/fields/switch.tsx';
import { Keys } from './keys.tsx';
import { isHeld } from './held.ts';
import { shortcutGroups, shownKeys, type ShortcutGroup } from './shortcut-list.ts';
import styles from './shortcuts-dialog.module.css';

interface ShortcutsDialogProps {
  readonly control: DialogControl;
  readonly screens: readonly Screen[];
}

export function ShortcutsDialog({ control, screens }: ShortcutsDialogProps) {
  const isOn = useShortcutsSwitch();
  return (
    <Dialog control={control} title="Keyboard shortcuts">
      <Switch
        label="Use single keys"
        hint="Switch them off if you press them by accident, or when you work by voice."
        checked={isOn}
        onChecked={switchShortcuts}
      />
      <div className={styles['groups']}>
        {shortcutGroups(screens).map((group) => (
          <Group key={group.id} group={group} isOn={isOn} />
        ))}
      </div>
      <DialogActions>
        <Button onClick={control.close}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

function Group({ group, isOn }: { readonly group: ShortcutGroup; readonly isOn: boolean }) {
  const { title, shortcuts } = group;
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles['title']}>
        {title}
      </h3>
      <dl>
        {shortcuts.map(({ id: key, does, keys }) => (
          <div key={key} className={cx(styles['shortcut'], !isOn && !keys.some(isHeld) && styles['off'])}>
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

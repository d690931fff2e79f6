import { Fragment, useId } from 'react';
import { switchShortcuts, useShortcutsSwitch } from '#src/web/hooks/shortcuts-switch.ts';
import { Button } from '#src/web/ui/button.tsx';
import { cx } from '#src/web/ui/class-names.ts';
import { Dialog, DialogActions, type DialogControl } from '#src/web/ui/dialog.tsx';
import { Switch } from '#src/web/ui/switch.tsx';
import { SHORTCUT_GROUPS } from './shortcut-list.ts';
import styles from './shortcuts-dialog.module.css';

export function ShortcutsDialog({ control }: { readonly control: DialogControl }) {
  const isOn = useShortcutsSwitch();
  return (
    <Dialog control={control} title="Keyboard shortcuts">
      <Switch
        label="Use single keys"
        hint="Switch them off if you press them by accident, or when you work by voice."
        checked={isOn}
        onChecked={switchShortcuts}
      />
      <div className={cx(styles['groups'], !isOn && styles['off'])}>
        {SHORTCUT_GROUPS.map((group) => (
          <Group key={group.title} {...group} />
        ))}
      </div>
      <DialogActions>
        <Button onClick={control.close}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

function Group({ title, shortcuts }: (typeof SHORTCUT_GROUPS)[number]) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={styles['title']}>
        {title}
      </h3>
      <dl>
        {shortcuts.map(({ does, keys }) => (
          <div key={does} className={styles['shortcut']}>
            <dt>{does}</dt>
            <dd>
              {keys.map((way, index) => (
                <Fragment key={way.join(' ')}>
                  {index > 0 && <span className={styles['word']}> or </span>}
                  <Keys keys={way} />
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Keys({ keys }: { readonly keys: readonly string[] }) {
  return keys.map((key, index) => (
    <Fragment key={key}>
      {index > 0 && <span className={styles['word']}> then </span>}
      <kbd className={styles['key']}>{key}</kbd>
    </Fragment>
  ));
}

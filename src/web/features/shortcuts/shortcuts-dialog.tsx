import type { Screen } from '#src/web/data/screen.ts';
import { links } from '#src/web/addresses/links.ts';
import { closeForPage } from '#src/web/focus/dialogs.ts';
import { switchShortcuts, useShortcutsSwitch } from '#src/web/focus/shortcuts-switch.ts';
import { Button } from '#src/web/ui/button.tsx';
import { Dialog, DialogActions, type DialogControl } from '#src/web/ui/overlays/dialog.tsx';
import { Link } from '#src/web/ui/link.tsx';
import { Switch } from '#src/web/ui/fields/switch.tsx';
import { ShortcutGroups } from './shortcut-groups.tsx';
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
      <ShortcutGroups screens={screens} />
      <h3 className={styles['title']}>Help</h3>
      <p>
        <Link to={links.help} className={styles['link']} onClick={() => closeForPage('shortcuts')}>
          How to type tasks and filters
        </Link>
      </p>
      <DialogActions>
        <Button onClick={control.close}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

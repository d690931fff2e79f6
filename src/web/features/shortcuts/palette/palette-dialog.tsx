import { Autocomplete } from '@base-ui/react/autocomplete';
import { Dialog as Base } from '@base-ui/react/dialog';
import { Search } from '#src/web/ui/icons/search.ts';
import { useRef, useState } from 'react';
import { useNavigate, type NavigateOptions } from '#src/web/addresses/location.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { notifyError } from '#src/web/feedback/notifications.ts';
import { closeForPage } from '#src/web/focus/dialogs.ts';
import type { Screen } from '#src/web/data/screen.ts';
import { besideState, taskLink, usePlace } from '#src/web/addresses/task-address.ts';
import { isEnter } from '#src/web/ui/fields/is-enter.ts';
import hidden from '#src/web/ui/hidden.module.css';
import { DialogShell, type DialogControl } from '#src/web/ui/overlays/dialog.tsx';
import { useTools } from '#src/web/features/shortcuts/tools.ts';
import { cx } from '#src/web/ui/class-names.ts';
import { isAdding, subjectAt, type CommandEntry, type Entry } from './entries.ts';
import styles from './palette-dialog.module.css';
import { pressKey } from './press-key.ts';
import { rememberKey } from './recent.ts';
import { Result } from './result.tsx';
import { GROUP_TITLES, useResults, type Group } from './use-results.ts';

const NAME = 'Search and commands';

interface PaletteDialogProps {
  readonly control: DialogControl;
  readonly screens: readonly Screen[];
}

/** Finds every task, place and command of the app as one types, and opens it. */
export function PaletteDialog({ control, screens }: PaletteDialogProps) {
  const replica = useReplica();
  const [subject] = useState(() => subjectAt(control.returnFocus(), replica));
  const { choose, onClosed } = useChoice(control);
  const { text, results, type, enter } = useResults(replica, screens, subject, choose);
  const input = useRef<HTMLInputElement>(null);
  const words = results.words.join(' ');
  const isEmpty = results.status !== '' && results.groups.every(({ items }) => items.every(isAdding));

  return (
    <DialogShell
      control={{ ...control, onClosed }}
      onDismiss={control.close}
      popupClass={cx(styles['popup'], isEmpty && styles['empty'])}
      initialFocus={input}
    >
      <Base.Title className={hidden['hidden']}>{NAME}</Base.Title>
      <Autocomplete.Root
        inline
        open
        items={results.groups}
        filter={null}
        autoHighlight="always"
        keepHighlight
        value={text}
        onValueChange={(value, { reason }) => {
          if (reason === 'input-change' || reason === 'input-clear') type(value);
        }}
        itemToStringValue={({ name }: Entry) => name}
      >
        <div className={styles['field']}>
          <Search size={18} aria-hidden className={styles['icon']} />
          <Autocomplete.Input
            ref={input}
            className={styles['input']}
            aria-label={NAME}
            placeholder="Tasks, places and commands"
            autoCapitalize="none"
            enterKeyHint="go"
            onKeyDown={(event) => {
              if (isEnter(event) && enter()) event.preventBaseUIHandler();
            }}
          />
        </div>
        <Autocomplete.List className={styles['list']} aria-label="Results" aria-busy={results.text !== text}>
          {(group: Group) => (
            <Autocomplete.Group key={group.value} items={group.items} className={styles['group']}>
              <Autocomplete.GroupLabel className={styles['heading']}>
                {GROUP_TITLES[group.value]}
              </Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(entry: Entry) => (
                  <Autocomplete.Item
                    key={entry.key}
                    value={entry}
                    className={styles['item']}
                    onClick={() => choose(entry)}
                  >
                    <Result entry={entry} words={words} />
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
        <Autocomplete.Status className={styles['status']}>{results.status}</Autocomplete.Status>
      </Autocomplete.Root>
    </DialogShell>
  );
}

/** Runs the choice: goes to a place or a task at once; a command waits until the focus is back on its row. */
function useChoice(control: DialogControl) {
  const navigate = useNavigate();
  const tools = useTools();
  const { location } = usePlace();
  const [chosen, setChosen] = useState<CommandEntry | null>(null);
  const goTo = (to: string, options?: NavigateOptions) => {
    closeForPage('search');
    navigate(to, options);
  };
  const choose = (entry: Entry) => {
    rememberKey(entry.key);
    if (entry.kind === 'task') goTo(taskLink(entry.id), { state: besideState(location) });
    else if (entry.kind === 'place') goTo(entry.to, { state: entry.state });
    else {
      setChosen(entry);
      control.close();
    }
  };
  const onClosed = () => {
    control.onClosed();
    if (!chosen) return;
    control.returnFocus()?.focus({ preventScroll: true });
    const { run, keys = [], name } = chosen;
    // Keys go to the part of the page that has the focus, which may do something of its own with them.
    const isDone = keys.length > 0 ? keys.some(pressKey) : run?.(tools, { repeat: false }, '');
    if (!isDone) notifyError(`“${name}” is not possible here.`);
  };
  return { choose, onClosed };
}

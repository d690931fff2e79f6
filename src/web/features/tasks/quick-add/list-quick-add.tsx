import { Plus } from '#src/web/ui/icons/plus.ts';
import { useRef, useState, type SubmitEvent } from 'react';
import { useLocation } from '#src/web/addresses/location.ts';
import { newId } from '#src/domain/id.ts';
import type { FamilyList } from '#src/reading/lists/arrangement.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useCollections } from '#src/web/data/rows.ts';
import { useToday } from '#src/web/data/today.ts';
import { useMutateQuietly } from '#src/web/data/use-mutate.ts';
import { Button } from '#src/web/ui/button.tsx';
import { proposeTask, rememberCollection } from '#src/web/features/tasks/draft/new-task.ts';
import { additionOf } from '#src/web/features/tasks/draft/save-task.ts';
import { checkTask } from '#src/web/features/tasks/draft/task-form.ts';
import { AddedNote, type Added } from './added-note.tsx';
import styles from './list-quick-add.module.css';
import { QuickAddField } from './quick-add-field.tsx';
import { useHome } from './use-home.ts';
import { usePastedLines } from './use-pasted-lines.ts';
import { useQuickAdd } from './use-quick-add.ts';

interface ListQuickAddProps {
  readonly list: FamilyList;
}

/** A button at the end of a list that opens a field for new tasks. After Enter, the field is ready for the next one. */
export function ListQuickAdd({ list }: ListQuickAddProps) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <div className={styles['row']}>
      <Button
        ref={button}
        look="quiet"
        className={styles['open']}
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <Plus size={18} aria-hidden />
        Quick add
      </Button>
      {isOpen && (
        <QuickAddForm
          list={list}
          onLeave={() => {
            button.current?.focus();
            setOpen(false);
          }}
        />
      )}
    </div>
  );
}

const now = () => Date.now();

interface QuickAddFormProps extends ListQuickAddProps {
  readonly onLeave: () => void;
}

function QuickAddForm({ list, onLeave }: QuickAddFormProps) {
  const { pathname } = useLocation();
  const replica = useReplica();
  const collections = useCollections();
  const mutate = useMutateQuietly();
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);
  const [added, setAdded] = useState<Added | null>(null);
  const proposal = proposeTask(pathname, useToday(), collections, (id) =>
    replica.lists.collections.isArchived(id),
  );
  const { draft: base, inbox } = useHome(proposal);
  const quickAdd = useQuickAdd(null, [], inbox);
  const pasted = usePastedLines();
  const typed = { ...base, name };
  const reading = quickAdd.read(typed);
  const draft = quickAdd.applied(typed);
  const newCollection = reading ? reading.newCollection : inbox;
  const isThere = (id: string) =>
    id === newCollection?.id || collections.some((collection) => collection.id === id);
  const errors = checkTask(draft, isThere);
  const error = errors.name ?? errors.date ?? errors.collectionId;

  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    setAdded(null);
    if (error !== null) return;
    const [id, at] = [newId(), now()];
    const before = quickAdd.comesWith(draft.name, { newCollection }, at);
    setName('');
    setTried(false);
    quickAdd.startOver();
    rememberCollection(draft.collectionId);
    const entryId = await mutate([...before, ...additionOf(draft, id, at)]);
    if (entryId !== null) setAdded({ id, entryId, isInNewInbox: newCollection === inbox && inbox !== null });
    // A line that could not be stored comes back, so that nobody types it again.
    else setName((since) => (since === '' ? name : since));
  };

  return (
    <form noValidate onSubmit={(event) => void add(event)}>
      <QuickAddField
        quickAdd={quickAdd}
        draft={typed}
        isFocused
        onEscape={onLeave}
        enterKeyHint="enter"
        onPaste={pasted.onPaste}
        field={{
          value: name,
          error: isTried ? error : null,
          onValue: (value) => {
            setName(value);
            setAdded(null);
          },
          onBlur: () => setTried(false),
        }}
      />
      {quickAdd.code && reading && !pasted.lines && (
        <quickAdd.code.Understood
          reading={reading}
          verb="Adds"
          isTold={quickAdd.hasKept}
          onKeep={(words) => quickAdd.keepAsText(words, true)}
        />
      )}
      <AddedNote added={added} list={list} onUndo={() => setAdded(null)} />
      {quickAdd.code && pasted.lines && (
        <quickAdd.code.PastedLines
          lines={pasted.lines}
          base={proposal}
          sources={quickAdd.sources}
          onAdd={() => {
            pasted.forget();
            setName('');
          }}
          onDismiss={pasted.forget}
        />
      )}
    </form>
  );
}

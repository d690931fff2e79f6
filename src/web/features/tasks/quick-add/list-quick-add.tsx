import { Plus } from '#src/web/ui/icons/plus.ts';
import { useRef, useState, type SubmitEvent } from 'react';
import { useLocation } from '#src/web/addresses/location.ts';
import { newId } from '#src/domain/id.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useCollections } from '#src/web/data/rows.ts';
import { useToday } from '#src/web/data/today.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { Button } from '#src/web/ui/button.tsx';
import { proposeTask, rememberCollection } from '#src/web/features/tasks/draft/new-task.ts';
import { additionOf } from '#src/web/features/tasks/draft/save-task.ts';
import { checkCollectionId, checkTask } from '#src/web/features/tasks/draft/task-form.ts';
import styles from './list-quick-add.module.css';
import { QuickAddField } from './quick-add-field.tsx';
import { usePastedLines } from './use-pasted-lines.ts';
import { useQuickAdd } from './use-quick-add.ts';

/** A button at the end of a list that opens a field for new tasks. After Enter, the field is ready for the next one. */
export function ListQuickAdd() {
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

function QuickAddForm({ onLeave }: { readonly onLeave: () => void }) {
  const { pathname } = useLocation();
  const replica = useReplica();
  const collections = useCollections();
  const mutate = useMutateTogether();
  const [name, setName] = useState('');
  const [isTried, setTried] = useState(false);
  const quickAdd = useQuickAdd(null);
  const pasted = usePastedLines();
  const isThere = (id: string) => collections.some((collection) => collection.id === id);
  const proposal = proposeTask(pathname, useToday(), collections, (id) =>
    replica.lists.collections.isArchived(id),
  );
  const typed = { ...proposal, name };
  const reading = quickAdd.read(typed);
  const draft = quickAdd.applied(typed);
  const isNew = (id: string) => id === reading?.newCollection?.id;
  const errors = checkTask(draft, (id) => isNew(id) || isThere(id));
  const needsCollection = errors.collectionId !== null && 'Please name a collection, such as #Home';
  const error = errors.name ?? errors.date ?? (needsCollection || null);

  const add = async (event: SubmitEvent) => {
    event.preventDefault();
    setTried(true);
    if (error !== null) return;
    const at = now();
    const before = quickAdd.comesWith(draft.name, reading, at);
    setName('');
    setTried(false);
    quickAdd.startOver();
    rememberCollection(draft.collectionId);
    const isSaved = await mutate([...before, ...additionOf(draft, newId(), at)], null);
    // A line that could not be stored comes back, so that nobody types it again.
    if (!isSaved) setName((since) => (since === '' ? name : since));
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
          onValue: setName,
          onBlur: () => setTried(false),
        }}
      />
      {quickAdd.code && reading && (
        <quickAdd.code.Understood
          reading={reading}
          verb="Adds"
          isTold={quickAdd.hasKept}
          onKeep={(words) => quickAdd.keepAsText(words, true)}
        />
      )}
      {quickAdd.code && pasted.lines && (
        <quickAdd.code.PastedLines
          lines={pasted.lines}
          base={proposal}
          problem={checkCollectionId(proposal.collectionId, isThere)}
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

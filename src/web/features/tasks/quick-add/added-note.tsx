import { isInList, type FamilyList } from '#src/reading/lists/arrangement.ts';
import { useLocation } from '#src/web/addresses/location.ts';
import { besideState, taskLink } from '#src/web/addresses/task-address.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useCollection, useIsThere, useTask } from '#src/web/data/rows.ts';
import { useToday } from '#src/web/data/today.ts';
import { undo } from '#src/web/data/undo.ts';
import { Button, ButtonLink } from '#src/web/ui/button.tsx';
import { shortDay } from '#src/web/ui/friendly-day.ts';
import { Check } from '#src/web/ui/icons/check.ts';
import styles from './added-note.module.css';

/** A task that quick add has added. */
export interface Added {
  readonly id: string;
  /** Its entry in the history. */
  readonly entryId: string;
  /** True if its collection was created for it, because its user named none. */
  readonly isInNewInbox: boolean;
}

interface AddedNoteProps {
  /** Null while there is none to tell of. */
  readonly added: Added | null;
  /** The list at whose end quick add is. */
  readonly list: FamilyList;
  readonly onUndo: () => void;
}

/** Says where an added task is, if the list does not show it or its collection is new. */
export function AddedNote({ added, list, onUndo }: AddedNoteProps) {
  const replica = useReplica();
  const location = useLocation();
  const id = added?.id ?? '';
  const text = useAddedText(added, list);
  return (
    <div className={styles['note']}>
      {text !== '' && <Check size={16} aria-hidden className={styles['mark']} />}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> would be one of the form's controls */}
      <p role="status">{text}</p>
      {text !== '' && added && (
        <>
          <ButtonLink look="quiet" size="small" to={taskLink(id)} state={besideState(location)}>
            Open
          </ButtonLink>
          <Button
            look="quiet"
            size="small"
            onClick={() => {
              void undo(replica, added.entryId);
              onUndo();
            }}
          >
            Undo
          </Button>
        </>
      )}
    </div>
  );
}

function useAddedText(added: Added | null, list: FamilyList): string {
  const id = added?.id ?? '';
  const task = useTask(id);
  const isThere = useIsThere(id);
  const collection = useCollection(task?.collectionId ?? '');
  const today = useToday();
  if (!added || !task || !isThere || !collection) return '';
  const home = `${collection.name}${added.isInNewInbox ? ', a new collection' : ''}`;
  if (isInList(list, task, today)) return added.isInNewInbox ? `Added to ${home}` : '';
  return task.date === null
    ? `Added to ${home}, without a date`
    : `Added to ${shortDay(task.date, today)}, in ${home}`;
}

import { Pencil, Trash } from 'lucide-react';
import { memo, useId, useRef, type KeyboardEvent, type RefCallback } from 'react';
import { flushSync } from 'react-dom';
import { Link, useNavigate } from 'react-router';
import type { Collection } from '#src/domain/collection.ts';
import { askToDelete, closeMenu, openDialog } from '#src/web/hooks/dialogs.ts';
import { handOnFocus } from '#src/web/hooks/leaving-focus.ts';
import { useReplica } from '#src/web/hooks/replica-context.ts';
import { useMutate } from '#src/web/hooks/use-mutate.ts';
import { collectionLink, collectionState } from '#src/web/collection-links.ts';
import { links } from '#src/web/links.ts';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { TaskCount } from '#src/web/ui/task-count.tsx';
import styles from './collection-list.module.css';
import { useDraggable, type DragCode } from './use-drag.ts';

/** Where Alt and an arrow key bring a collection. */
const STEPS: Record<string, number> = { ArrowUp: -1, ArrowDown: 1 };

interface CollectionItemProps {
  readonly collection: Collection;
  /** Whether its page is the one that is open. */
  readonly isOpen: boolean;
  /** Where it stands in its list, from 0, and how long that is: only a part of a long list is in the document. */
  readonly index: number;
  readonly size: number;
  readonly measure: RefCallback<HTMLLIElement>;
  /** Brings the collection to another place. */
  readonly onMove: (id: string, index: number) => void;
  readonly dragCode: DragCode | null;
}

export const CollectionItem = memo(function CollectionItem(props: CollectionItemProps) {
  const { collection, isOpen, index, size, measure, onMove, dragCode } = props;
  const { id, name, color } = collection;
  const countId = useId();
  const linkRef = useRef<HTMLAnchorElement>(null);
  useDraggable(dragCode, linkRef, id);
  const replica = useReplica();
  const mutate = useMutate();
  const navigate = useNavigate();

  const onDelete = () => {
    const { lists } = replica;
    const text = describeDeletion(name, lists.count(`in:${id}`), lists.count(`completed-in:${id}`));
    askToDelete(text, () => {
      void mutate('collection.delete', { id, at: Date.now() }, 'Collection deleted');
      if (isOpen) void navigate(links.today, { replace: true });
    });
  };

  const onKeyDown = (event: KeyboardEvent<HTMLAnchorElement>) => {
    const step = event.altKey ? STEPS[event.key] : undefined;
    if (step === undefined) return;
    event.preventDefault();
    flushSync(() => onMove(id, index + step));
    // What moves in the document loses the focus.
    linkRef.current?.focus();
  };

  const ref = (item: HTMLLIElement | null) => {
    measure(item);
    const handOn = handOnFocus(item);
    return () => {
      // React calls a ref with null as its item goes, unless it has returned a function.
      measure(null);
      handOn();
    };
  };

  return (
    <li ref={ref} data-index={index} className={styles['item']} aria-posinset={index + 1} aria-setsize={size}>
      <Link
        ref={linkRef}
        data-control="open"
        to={collectionLink(collection)}
        state={collectionState(collection)}
        className={styles['link']}
        aria-current={isOpen ? 'page' : undefined}
        aria-describedby={countId}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onClick={closeMenu}
        onKeyDown={onKeyDown}
      >
        <ColorDot color={color} />
        <span className={styles['name']} dir="auto">
          {name}
        </span>
        <TaskCount list={`in:${id}`} id={countId} />
      </Link>
      <span className={styles['actions']}>
        <IconButton
          icon={Pencil}
          label={`Edit collection ${name}`}
          data-control="edit"
          className={styles['action']}
          onClick={() => openDialog({ kind: 'edit-collection', id })}
        />
        <IconButton
          icon={Trash}
          look="danger"
          label={`Delete collection ${name}`}
          data-control="delete"
          className={styles['action']}
          onClick={onDelete}
        />
      </span>
    </li>
  );
});

/** What goes when the collection is deleted, and what stays. */
function describeDeletion(name: string, active: number, completed: number): string {
  const tasks = active === 1 ? 'the task in it' : `the ${active.toLocaleString()} tasks in it`;
  const gone = `The collection “${name}” will be gone${active === 0 ? '' : `, and ${tasks}`}.`;
  return completed === 0 ? gone : `${gone} Completed tasks stay.`;
}

import { ChevronRight } from '#src/web/ui/icons/chevron-right.ts';
import { Pencil } from '#src/web/ui/icons/pencil.ts';
import { Star } from '#src/web/ui/icons/star.ts';
import { Trash } from '#src/web/ui/icons/trash.ts';
import { memo, useId, useRef, type CSSProperties, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { Collection } from '#src/tables/collection/collection.ts';
import { ariaKeys, runCommand } from '#src/web/focus/commands/part-command.ts';
import { ON_COLLECTION } from '#src/web/focus/commands/sidebar.ts';
import { closeMenu, openDialog } from '#src/web/focus/dialogs.ts';
import { entryMenuOf } from '#src/web/focus/entry-menu.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { collectionLink, collectionState } from '#src/web/addresses/collection-links.ts';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { toggleFold } from '#src/web/tasks/folded-rows.ts';
import { TaskCount } from '#src/web/tasks/list/task-count.tsx';
import { useDeleteCollection } from '#src/web/tasks/use-delete-collection.ts';
import { Link } from '#src/web/ui/link.tsx';
import styles from './collection-list.module.css';
import { EntryMenuButton } from './entry-menu-button.tsx';
import { useDraggable, withDragCode, type DragCode } from './use-drag.ts';

interface CollectionItemProps {
  readonly collection: Collection;
  /** The number of collections above it in the tree. */
  readonly level: number;
  /** True when its page is open. */
  readonly isOpen: boolean;
  /** True when the collections below it are hidden; null without any. */
  readonly isFolded: boolean | null;
  /**
   * Its index in the list, and the length of the list, since only a part of a long list is in the document.
   */
  readonly index: number;
  readonly size: number;
  /** Moves the collection `step` places among its siblings. */
  readonly onStep: (id: string, step: number, code: DragCode) => void;
  readonly dragCode: DragCode | null;
}

export const CollectionItem = memo(function CollectionItem(props: CollectionItemProps) {
  const { collection, level, isOpen, isFolded, index, size, onStep, dragCode } = props;
  const { id, name, color, isFavourite } = collection;
  const countId = useId();
  const linkRef = useRef<HTMLAnchorElement>(null);
  useDraggable(dragCode, linkRef, id);
  const askToDelete = useDeleteCollection();

  const onKeyDown = (event: KeyboardEvent<HTMLAnchorElement>) => {
    const move = (step: number) =>
      withDragCode((code) => {
        flushSync(() => onStep(id, step, code));
        // An element that moves in the document loses the focus.
        linkRef.current?.focus();
      });
    runCommand(event, ON_COLLECTION, {
      'fold-collection': (step) => {
        const isToChange = isFolded === (step === 1);
        if (isToChange) toggleFold(id);
        return isToChange;
      },
      'collection-up': () => move(-1),
      'collection-down': () => move(1),
    });
  };

  return (
    <li
      ref={handOnFocus}
      data-index={index}
      className={styles['item']}
      style={{ '--level': level } as CSSProperties}
      aria-level={level + 1}
      aria-posinset={index + 1}
      aria-setsize={size}
    >
      {isFolded !== null && (
        <button
          type="button"
          className={styles['fold']}
          aria-expanded={!isFolded}
          aria-label={`Sub-collections of ${name}`}
          data-control="fold"
          onClick={() => toggleFold(id)}
        >
          <ChevronRight size={14} aria-hidden />
        </button>
      )}
      <Link
        ref={linkRef}
        data-control="open"
        to={collectionLink(collection)}
        state={collectionState(collection)}
        className={styles['link']}
        aria-current={isOpen ? 'page' : undefined}
        aria-describedby={countId}
        aria-keyshortcuts={ariaKeys(ON_COLLECTION)}
        onClick={closeMenu}
        onContextMenu={entryMenuOf('collection', id)}
        onKeyDown={onKeyDown}
      >
        <ColorDot color={color} />
        <span className={styles['name']} dir="auto">
          {name}
        </span>
        {isFavourite === 1 && <Star size={12} className={styles['star']} aria-hidden />}
        <TaskCount list={`in:${id}`} id={countId} />
      </Link>
      <span className={styles['actions']}>
        <EntryMenuButton kind="collection" id={id} name={name} className={styles['menu']} />
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
          onClick={() => askToDelete(collection, isOpen)}
        />
      </span>
    </li>
  );
});

import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { useLocation } from 'react-router';
import type { Collection } from '#src/domain/collection.ts';
import { openDialog } from '#src/web/hooks/dialogs.ts';
import { useCollections, useIsArriving } from '#src/web/hooks/rows.ts';
import { collectionKey, findCollection } from '#src/web/collection-links.ts';
import hidden from '#src/web/ui/hidden.module.css';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { CollectionItem } from './collection-item.tsx';
import styles from './collection-list.module.css';
import { useDragCode, useDropList } from './use-drag.ts';
import { useMove } from './use-move.ts';
import { useShownRange } from './use-shown-range.ts';

/** The user's collections, in the sidebar, in the order that the user gives them. */
export function CollectionList() {
  const collections = useCollections();
  const isArriving = useIsArriving();
  const headingId = useId();
  return (
    <section aria-labelledby={headingId}>
      <div className={styles['head']}>
        <h2 id={headingId} className={styles['heading']}>
          Collections
        </h2>
        <IconButton
          icon={Plus}
          label="Add collection"
          onClick={() => openDialog({ kind: 'add-collection' })}
        />
      </div>
      {collections.length === 0 ? (
        !isArriving && <p className={styles['empty']}>None yet. Add one to give your tasks a place.</p>
      ) : (
        <Items collections={collections} />
      )}
    </section>
  );
}

/** However many there are, only those near the window are in the document. */
function Items({ collections }: { readonly collections: readonly Collection[] }) {
  const { ref, measure, first, last, above, below } = useShownRange(collections.length);
  const [announcement, setAnnouncement] = useState('');
  const move = useMove();
  const onMove = (id: string, index: number) => {
    const moved = move(id, index);
    if (moved !== null) setAnnouncement(moved);
  };
  const dragCode = useDragCode();
  useDropList(dragCode, ref, (id, before) => {
    const from = collections.findIndex((collection) => collection.id === id);
    onMove(id, from < before ? before - 1 : before);
  });
  const key = collectionKey(useLocation().pathname);
  const openId = key === null ? undefined : findCollection(key, collections)?.id;
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets */}
      <ul ref={ref} role="list" className={styles['list']} style={{ paddingBlock: `${above}px ${below}px` }}>
        {collections.slice(first, last + 1).map((collection, index) => (
          <CollectionItem
            key={collection.id}
            collection={collection}
            isOpen={collection.id === openId}
            index={first + index}
            size={collections.length}
            measure={measure}
            onMove={onMove}
            dragCode={dragCode}
          />
        ))}
      </ul>
      <p className={hidden['hidden']} aria-live="polite">
        {announcement}
      </p>
    </>
  );
}

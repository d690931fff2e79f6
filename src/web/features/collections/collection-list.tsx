import { Plus } from 'lucide-react';
import { useId } from 'react';
import { openDialog } from '#src/web/hooks/dialogs.ts';
import { useCollections } from '#src/web/hooks/rows.ts';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { CollectionItem } from './collection-item.tsx';
import styles from './collection-list.module.css';

/** The user's collections, in the sidebar. */
export function CollectionList() {
  const collections = useCollections();
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
        <p className={styles['empty']}>None yet. Add one to give your tasks a place.</p>
      ) : (
        <ul className={styles['list']}>
          {collections.map((collection) => (
            <CollectionItem key={collection.id} collection={collection} />
          ))}
        </ul>
      )}
    </section>
  );
}

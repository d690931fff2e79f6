import { Fragment } from 'react';
import type { Collection } from '#src/tables/collection/collection.ts';
import { ancestorsOf } from '#src/tables/kit/row.ts';
import { collectionLink, collectionState } from '#src/web/addresses/collection-links.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useCollections } from '#src/web/data/rows.ts';
import { TaskCount } from '#src/web/tasks/list/task-count.tsx';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import { Link } from '#src/web/ui/link.tsx';
import styles from './collection-path.module.css';

/** Links to the ancestors of a collection that are not deleted, topmost first. */
export function CollectionPath({ collection }: { readonly collection: Collection }) {
  'use no memo';
  const replica = useReplica();
  // Any change of a collection reads the ancestors again. The compiler cannot know that.
  useCollections();
  const all = ancestorsOf('collection', collection, (table, id) => replica.get(table, id));
  const gone = all.findIndex(({ deletedAt }) => deletedAt !== null);
  const above = (gone < 0 ? all : all.slice(0, gone)).toReversed();
  if (above.length === 0) return null;
  return (
    <nav aria-label="Parent collections" className={styles['path']}>
      {above.map((each, index) => (
        <Fragment key={each.id}>
          {index > 0 && <span aria-hidden>/</span>}
          <CollectionLink collection={each} />
        </Fragment>
      ))}
    </nav>
  );
}

/** Links to the direct sub-collections of a collection. */
export function SubCollections({ id }: { readonly id: string }) {
  const all = useCollections();
  const { lists } = useReplica();
  const below = all.filter(
    ({ id: own, parentId, archivedAt }) =>
      parentId === id && (archivedAt === null || lists.collections.isArchived(id)) && own !== id,
  );
  if (below.length === 0) return null;
  return (
    <nav aria-label="Sub-collections" className={styles['below']}>
      {below.map((each) => (
        <CollectionLink key={each.id} collection={each} counted />
      ))}
    </nav>
  );
}

interface CollectionLinkProps {
  readonly collection: Collection;
  readonly counted?: boolean;
}

function CollectionLink({ collection, counted = false }: CollectionLinkProps) {
  const countId = `count-${collection.id}`;
  return (
    <Link
      to={collectionLink(collection)}
      state={collectionState(collection)}
      className={styles['link']}
      aria-describedby={counted ? countId : undefined}
    >
      <ColorDot color={collection.color} />
      <span className={styles['name']} dir="auto">
        {collection.name}
      </span>
      {counted && <TaskCount list={`in:${collection.id}`} id={countId} />}
    </Link>
  );
}

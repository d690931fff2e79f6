import { Archive } from '#src/web/ui/icons/archive.ts';
import { ArchiveRestore } from '#src/web/ui/icons/archive-arrow-up.ts';
import type { Collection } from '#src/tables/collection/collection.ts';
import { collectionLink, collectionState } from '#src/web/addresses/collection-links.ts';
import { useCollections } from '#src/web/data/rows.ts';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { Nothing } from '#src/web/tasks/list/no-tasks.tsx';
import { TaskCount } from '#src/web/tasks/list/task-count.tsx';
import { ColorDot } from '#src/web/ui/color-dot.tsx';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { Link } from '#src/web/ui/link.tsx';
import { Page } from '#src/web/ui/page/page.tsx';
import styles from './archived-page.module.css';
import { useArchive } from '#src/web/tasks/use-archive.ts';

/** The archived collections, newest first (rule T8). */
export function ArchivedPage() {
  const archived = useCollections()
    .filter(({ archivedAt }) => archivedAt !== null)
    .toSorted((a, b) => (b.archivedAt ?? 0) - (a.archivedAt ?? 0));
  return (
    <Page title="Archived">
      {archived.length > 0 ? (
        // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets
        <ul role="list" aria-label="Archived">
          {archived.map((collection) => (
            <ArchivedRow key={collection.id} collection={collection} />
          ))}
        </ul>
      ) : (
        <Nothing
          icon={Archive}
          title="Nothing archived"
          text="Archive a finished collection by its menu. It stays here with its tasks, out of your views."
        />
      )}
    </Page>
  );
}

function ArchivedRow({ collection }: { readonly collection: Collection }) {
  const { id, name, color } = collection;
  const archive = useArchive();
  const countId = `count-${id}`;
  return (
    <li ref={handOnFocus} className={styles['row']}>
      <Link
        data-control="open"
        to={collectionLink(collection)}
        state={collectionState(collection)}
        className={styles['link']}
        aria-describedby={countId}
      >
        <ColorDot color={color} />
        <span className={styles['name']} dir="auto">
          {name}
        </span>
        <TaskCount list={`in:${id}`} id={countId} />
      </Link>
      <IconButton
        icon={ArchiveRestore}
        label={`Unarchive ${name}`}
        title="Unarchive"
        data-control="restore"
        onClick={() => archive(collection)}
      />
    </li>
  );
}

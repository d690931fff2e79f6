import { Archive } from '#src/web/ui/icons/archive.ts';
import { ArchiveRestore } from '#src/web/ui/icons/archive-arrow-up.ts';
import { CalendarClock } from '#src/web/ui/icons/calendar-clock.ts';
import { Download } from '#src/web/ui/icons/download.ts';
import { FolderPlus } from '#src/web/ui/icons/folder-plus.ts';
import { Pencil } from '#src/web/ui/icons/pencil.ts';
import { Rows } from '#src/web/ui/icons/rows-3.ts';
import { Star } from '#src/web/ui/icons/star.ts';
import { StarOff } from '#src/web/ui/icons/star-off.ts';
import { Trash } from '#src/web/ui/icons/trash.ts';
import { declarationOf } from '#src/tables/tables.ts';
import type { Collection } from '#src/tables/collection/collection.ts';
import { ancestorsOf } from '#src/tables/kit/row.ts';
import { collectionKey, findNamed } from '#src/web/addresses/collection-links.ts';
import { links } from '#src/web/addresses/links.ts';
import { useLocation, useNavigate } from '#src/web/addresses/location.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useTopic } from '#src/web/data/rows.ts';
import { useMutate, useMutateTogether } from '#src/web/data/use-mutate.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { closeEntryMenu, type EntryMenu } from '#src/web/focus/entry-menu.ts';
import { useArchive } from '#src/web/tasks/use-archive.ts';
import { useDeleteCollection } from '#src/web/tasks/use-delete-collection.ts';
import { ActionItem, ActionMenu, MenuLine } from '#src/web/ui/overlays/action-menu.tsx';
import { duplicateCollection } from './duplicate-collection.ts';

interface CollectionMenuProps {
  readonly menu: EntryMenu;
  readonly collection: Collection;
}

/** The actions on a collection. */
export function CollectionMenu({ menu, collection }: CollectionMenuProps) {
  const { id, name, isFavourite, archivedAt } = collection;
  const replica = useReplica();
  const mutate = useMutate();
  const mutateTogether = useMutateTogether();
  const archive = useArchive();
  const askToDelete = useDeleteCollection();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const canHaveBelow = useTopic('collections', (of) => {
    const above = ancestorsOf('collection', collection, (table, each) => of.get(table, each));
    const most = declarationOf('collection').tree?.levels ?? 0;
    return above.length < most && !of.lists.collections.isArchived(id);
  });
  /** Closes the menu first, so that its button has the focus, which a dialog gives back. */
  const closing = (run: () => void) => () => {
    closeEntryMenu();
    run();
  };
  const favour = () => {
    const changes = { isFavourite: isFavourite === 1 ? 0 : 1 } as const;
    const done = isFavourite === 1 ? 'Collection removed from favorites' : 'Collection added to favorites';
    void mutate('collection.edit', { id, changes, at: Date.now() }, done);
  };
  const onDelete = () => {
    const key = collectionKey(pathname);
    const isOpen = key !== null && findNamed(key, replica.lists.collections.all())?.id === id;
    askToDelete(collection, isOpen);
  };
  return (
    <ActionMenu label={`Collection ${name}`} anchor={menu.anchor} point={menu.point} onClose={closeEntryMenu}>
      <ActionItem icon={Pencil} onClick={closing(() => openDialog({ kind: 'edit-collection', id }))}>
        Edit
      </ActionItem>
      {canHaveBelow && (
        <ActionItem
          icon={FolderPlus}
          onClick={closing(() => openDialog({ kind: 'add-collection', parentId: id }))}
        >
          Add sub-collection
        </ActionItem>
      )}
      <ActionItem
        icon={isFavourite === 1 ? StarOff : Star}
        onClick={() => {
          closeEntryMenu();
          favour();
        }}
      >
        {isFavourite === 1 ? 'Remove from favorites' : 'Add to favorites'}
      </ActionItem>
      <MenuLine />
      <ActionItem
        icon={Rows}
        onClick={closing(() => {
          // The copy needs the rows that are not among the first ones.
          void replica
            .whenAll()
            .then(() => mutateTogether(duplicateCollection(replica, collection), 'Collection duplicated'));
        })}
      >
        Duplicate
      </ActionItem>
      <ActionItem
        icon={Download}
        onClick={closing(() => openDialog({ kind: 'export', source: { table: 'collection', id } }))}
      >
        Export tasks
      </ActionItem>
      <ActionItem
        icon={CalendarClock}
        onClick={closing(() => navigate(links.access, { state: { feed: { table: 'collection', id } } }))}
      >
        Calendar feed
      </ActionItem>
      <ActionItem
        icon={archivedAt === null ? Archive : ArchiveRestore}
        onClick={closing(() => archive(collection))}
      >
        {archivedAt === null ? 'Archive' : 'Unarchive'}
      </ActionItem>
      <MenuLine />
      <ActionItem icon={Trash} look="danger" onClick={closing(onDelete)}>
        Delete
      </ActionItem>
    </ActionMenu>
  );
}

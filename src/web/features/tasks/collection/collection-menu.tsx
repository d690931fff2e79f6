import { Archive } from '#src/web/ui/icons/archive.ts';
import { ArchiveRestore } from '#src/web/ui/icons/archive-arrow-up.ts';
import { FolderPlus } from '#src/web/ui/icons/folder-plus.ts';
import { Pencil } from '#src/web/ui/icons/pencil.ts';
import { Star } from '#src/web/ui/icons/star.ts';
import { StarOff } from '#src/web/ui/icons/star-off.ts';
import { Trash } from '#src/web/ui/icons/trash.ts';
import type { RefObject } from 'react';
import { declarationOf } from '#src/tables/tables.ts';
import type { Collection } from '#src/tables/collection/collection.ts';
import { ancestorsOf } from '#src/tables/kit/row.ts';
import { useTopic } from '#src/web/data/rows.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { useDeleteCollection } from '#src/web/tasks/use-delete-collection.ts';
import { Menu, MenuItem } from '#src/web/ui/overlays/menu.tsx';
import { useArchive } from './use-archive.ts';

interface CollectionMenuProps {
  readonly open: boolean;
  readonly collection: Collection;
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onClose: () => void;
}

/** The actions on a collection. */
export function CollectionMenu({ open, collection, button, onClose }: CollectionMenuProps) {
  const { id, name, isFavourite, archivedAt } = collection;
  const mutate = useMutate();
  const archive = useArchive();
  const askToDelete = useDeleteCollection();
  const canHaveBelow = useTopic('collections', (replica) => {
    const above = ancestorsOf('collection', collection, (table, each) => replica.get(table, each));
    const most = declarationOf('collection').tree?.levels ?? 0;
    return above.length < most && !replica.lists.collections.isArchived(id);
  });
  /** Closes the menu, then opens a dialog. The button has the focus before that, so the dialog gives it back there. */
  const opens = (open: () => void) => () => {
    button.current?.focus();
    onClose();
    open();
  };
  const favour = () => {
    onClose();
    const changes = { isFavourite: isFavourite === 1 ? 0 : 1 } as const;
    const done = isFavourite === 1 ? 'Collection is no favourite any more' : 'Collection is a favourite';
    void mutate('collection.edit', { id, changes, at: Date.now() }, done);
  };
  return (
    <Menu open={open} label={`Collection ${name}`} button={button} onClose={onClose}>
      <MenuItem icon={Pencil} onClick={opens(() => openDialog({ kind: 'edit-collection', id }))}>
        Edit
      </MenuItem>
      {canHaveBelow && (
        <MenuItem
          icon={FolderPlus}
          onClick={opens(() => openDialog({ kind: 'add-collection', parentId: id }))}
        >
          Add sub-collection
        </MenuItem>
      )}
      <MenuItem icon={isFavourite === 1 ? StarOff : Star} onClick={favour}>
        {isFavourite === 1 ? 'Remove from favourites' : 'Add to favourites'}
      </MenuItem>
      <MenuItem
        icon={archivedAt === null ? Archive : ArchiveRestore}
        onClick={() => {
          onClose();
          archive(collection);
        }}
      >
        {archivedAt === null ? 'Archive' : 'Unarchive'}
      </MenuItem>
      <MenuItem icon={Trash} look="danger" onClick={opens(() => askToDelete(collection, true))}>
        Delete
      </MenuItem>
    </Menu>
  );
}

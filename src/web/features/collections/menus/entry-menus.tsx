import { links } from '#src/web/addresses/links.ts';
import { useNavigate } from '#src/web/addresses/location.ts';
import { useCollection, useLabel, useRow } from '#src/web/data/rows.ts';
import { closeEntryMenu, type EntryMenu } from '#src/web/focus/entry-menu.ts';
import { openDialog } from '#src/web/focus/dialogs.ts';
import { CalendarClock } from '#src/web/ui/icons/calendar-clock.ts';
import { Download } from '#src/web/ui/icons/download.ts';
import { Pencil } from '#src/web/ui/icons/pencil.ts';
import { Trash } from '#src/web/ui/icons/trash.ts';
import { ActionItem, ActionMenu, MenuLine } from '#src/web/ui/overlays/action-menu.tsx';
import { useDeleteFilter } from '#src/web/features/collections/filters/use-delete-filter.ts';
import { useDeleteLabel } from '#src/web/features/collections/use-delete-label.ts';
import { CollectionMenu } from './collection-menu.tsx';

/** The menu of a collection, a label or a filter. */
export function EntryMenus({ menu }: { readonly menu: EntryMenu }) {
  if (menu.kind === 'collection') return <OfCollection menu={menu} />;
  return menu.kind === 'label' ? <OfLabel menu={menu} /> : <OfFilter menu={menu} />;
}

function OfCollection({ menu }: { readonly menu: EntryMenu }) {
  const collection = useCollection(menu.id);
  return collection ? <CollectionMenu menu={menu} collection={collection} /> : null;
}

function OfLabel({ menu }: { readonly menu: EntryMenu }) {
  const label = useLabel(menu.id);
  const askToDelete = useDeleteLabel();
  if (!label) return null;
  return (
    <EditAndDelete
      menu={menu}
      name={label.name}
      onEdit={() => openDialog({ kind: 'edit-label', id: label.id })}
      onDelete={() => askToDelete(label)}
    />
  );
}

function OfFilter({ menu }: { readonly menu: EntryMenu }) {
  const filter = useRow('filter', menu.id);
  const navigate = useNavigate();
  const askToDelete = useDeleteFilter();
  if (!filter) return null;
  return (
    <EditAndDelete
      menu={menu}
      name={filter.name}
      onEdit={() => openDialog({ kind: 'edit-filter', id: filter.id })}
      onExport={() => openDialog({ kind: 'export', source: { table: 'filter', id: filter.id } })}
      onFeed={() => navigate(links.access, { state: { feed: { table: 'filter', id: filter.id } } })}
      onDelete={() => askToDelete(filter)}
    />
  );
}

interface EditAndDeleteProps {
  readonly menu: EntryMenu;
  readonly name: string;
  readonly onEdit: () => void;
  readonly onExport?: () => void;
  readonly onFeed?: () => void;
  readonly onDelete: () => void;
}

function EditAndDelete({ menu, name, onEdit, onExport, onFeed, onDelete }: EditAndDeleteProps) {
  return (
    <ActionMenu
      label={`More for ${menu.kind} ${name}`}
      anchor={menu.anchor}
      point={menu.point}
      onClose={closeEntryMenu}
    >
      <ActionItem
        icon={Pencil}
        onClick={() => {
          closeEntryMenu();
          onEdit();
        }}
      >
        Edit
      </ActionItem>
      {onExport && (
        <ActionItem
          icon={Download}
          onClick={() => {
            closeEntryMenu();
            onExport();
          }}
        >
          Export tasks
        </ActionItem>
      )}
      {onFeed && (
        <ActionItem
          icon={CalendarClock}
          onClick={() => {
            closeEntryMenu();
            onFeed();
          }}
        >
          Calendar feed
        </ActionItem>
      )}
      <MenuLine />
      <ActionItem
        icon={Trash}
        look="danger"
        onClick={() => {
          closeEntryMenu();
          onDelete();
        }}
      >
        Delete
      </ActionItem>
    </ActionMenu>
  );
}

import type { Collection } from '#src/tables/collection/collection.ts';
import { openEntryMenu, useEntryMenu } from '#src/web/focus/entry-menu.ts';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { Ellipsis } from '#src/web/ui/icons/ellipsis.ts';

/** Opens the menu of a collection. */
export function CollectionButton({ collection: { id, name } }: { readonly collection: Collection }) {
  return (
    <IconButton
      icon={Ellipsis}
      label={`Collection ${name}`}
      aria-haspopup="menu"
      aria-expanded={useEntryMenu()?.id === id}
      onClick={({ currentTarget }) => openEntryMenu('collection', id, currentTarget)}
    />
  );
}

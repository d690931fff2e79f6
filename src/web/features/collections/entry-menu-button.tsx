import { openEntryMenu, useEntryMenu, type EntryKind } from '#src/web/focus/entry-menu.ts';
import { IconButton } from '#src/web/ui/icon-button.tsx';
import { Ellipsis } from '#src/web/ui/icons/ellipsis.ts';

interface EntryMenuButtonProps {
  readonly kind: EntryKind;
  readonly id: string;
  readonly name: string;
  readonly className: string | undefined;
}

/** Opens the menu of an entry of the sidebar, for fingers. */
export function EntryMenuButton({ kind, id, name, className }: EntryMenuButtonProps) {
  return (
    <IconButton
      icon={Ellipsis}
      label={`More for ${kind} ${name}`}
      title="More"
      data-control="menu"
      aria-haspopup="menu"
      aria-expanded={useEntryMenu()?.id === id}
      className={className}
      onClick={({ currentTarget }) => openEntryMenu(kind, id, currentTarget)}
    />
  );
}

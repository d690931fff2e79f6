import { ArrowDown } from '#src/web/ui/icons/arrow-down.ts';
import { ArrowUp } from '#src/web/ui/icons/arrow-up.ts';
import { Pencil } from '#src/web/ui/icons/pencil.ts';
import { Trash } from '#src/web/ui/icons/trash.ts';
import type { RefObject } from 'react';
import { placeOf, placesToMove } from '#src/domain/place.ts';
import type { Rows } from '#src/tables/tables.ts';
import type { Operation } from '#src/tables/operations.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useSections } from '#src/web/data/rows.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { ask, askToDelete } from '#src/web/focus/dialogs.ts';
import { ActionItem, ActionMenu, MenuLine } from '#src/web/ui/overlays/action-menu.tsx';
import { formatCount } from '#src/web/platform/format-count.ts';

interface SectionMenuProps {
  readonly section: Rows['section'];
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onRename: () => void;
  /** Closes the menu, and gives the focus back to the button. */
  readonly onClose: () => void;
}

/** The actions on a section. */
export function SectionMenu({ section, button, onRename, onClose }: SectionMenuProps) {
  const { id, collectionId, name } = section;
  const replica = useReplica();
  const mutateTogether = useMutateTogether();
  const all = useSections(collectionId);
  const index = all.indexOf(id);

  const move = (to: number) => {
    onClose();
    const placeAt = (other: string) => placeOf(replica.get('section', other) as Rows['section']);
    const others = all.filter((other) => other !== id);
    const changes = placesToMove([id], others, to, placeAt, Math.random);
    const at = Date.now();
    void mutateTogether(
      changes.map((change) => ({
        name: 'section.edit',
        args: { id: change.id, changes: { place: change.place }, at },
      })),
      null,
    );
  };

  const remove = (ids: readonly string[]) => {
    const at = Date.now();
    const operations: Operation[] = ids.map((task) => ({ name: 'task.delete', args: { id: task, at } }));
    void mutateTogether([...operations, { name: 'section.delete', args: { id, at } }]);
  };

  const onDelete = () => {
    onClose();
    const ids = replica.lists.sections.part(collectionId, id);
    if (ids.length === 0)
      askToDelete(`Delete the section “${name}”? Completed tasks stay.`, () => remove([]));
    else
      ask({
        title: 'Are you sure you want to delete?',
        description: `Delete the section “${name}”? Keep ${tasksText(ids.length)}, or delete ${ids.length === 1 ? 'it' : 'them'} too? Completed tasks stay.`,
        other: { label: 'Keep the tasks', run: () => remove([]) },
        confirm: 'Delete the tasks too',
        onConfirm: () => remove(ids),
      });
  };

  return (
    <ActionMenu label={`Section ${name}`} anchor={button} onClose={onClose}>
      <ActionItem icon={Pencil} onClick={onRename}>
        Rename
      </ActionItem>
      {index > 0 && (
        <ActionItem icon={ArrowUp} onClick={() => move(index - 1)}>
          Move up
        </ActionItem>
      )}
      {index < all.length - 1 && (
        <ActionItem icon={ArrowDown} onClick={() => move(index + 1)}>
          Move down
        </ActionItem>
      )}
      <MenuLine />
      <ActionItem icon={Trash} look="danger" onClick={onDelete}>
        Delete
      </ActionItem>
    </ActionMenu>
  );
}

function tasksText(count: number): string {
  return count === 1 ? 'the task in it' : `the ${formatCount(count)} tasks in it`;
}

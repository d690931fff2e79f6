import { useNavigate } from '#src/web/addresses/location.ts';
import type { Collection } from '#src/tables/collection/collection.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import { askToDelete } from '#src/web/focus/dialogs.ts';
import { links } from '#src/web/addresses/links.ts';
import { formatCount } from '#src/web/platform/format-count.ts';

/** Confirms and deletes a collection. `isOpen`: its page is open, and closes. */
export function useDeleteCollection() {
  const replica = useReplica();
  const mutate = useMutate();
  const navigate = useNavigate();
  return ({ id, name }: Collection, isOpen: boolean) => {
    const { lists } = replica;
    const below = replica.lists.collections.all().filter(({ parentId }) => parentId === id).length;
    const text = describeDeletion(name, lists.count(`in:${id}`), lists.count(`completed-in:${id}`), below);
    askToDelete(text, () => {
      void mutate('collection.delete', { id, at: Date.now() });
      if (isOpen) navigate(links.today, { replace: true });
    });
  };
}

/** The consequences of deleting the collection: the rows that go, and those that stay. */
function describeDeletion(name: string, active: number, completed: number, below: number): string {
  const tasks = active === 1 ? 'the task in it' : `the ${formatCount(active)} tasks in it`;
  const all = `“${name}”${active === 0 ? '' : ` and ${tasks}`}`;
  const gone = `Move ${all} to Trash? You can restore ${active === 0 ? 'it' : 'them'} for 30 days.`;
  const staying = [
    ...(completed === 0 ? [] : ['Completed tasks stay.']),
    ...(below === 0 ? [] : [below === 1 ? 'Its sub-collection stays.' : 'Its sub-collections stay.']),
  ];
  return [gone, ...staying].join(' ');
}

import { useReplica } from '#src/web/data/replica-context.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { Choices, MOST_CHOICES, type Choice } from './choices.tsx';
import type { DetailProps } from './detail.ts';

/** The task below which this one stands: another one of the collection, but none that stands below it. */
export function ParentDetail({ taskId, fields, onChange, onClose }: DetailProps) {
  const { collectionId, parentId } = fields;
  const replica = useReplica();
  return (
    <Choices
      label="Search tasks"
      find={(words) => [
        ...('no parent'.includes(words) ? [{ id: null, name: 'No parent' }] : []),
        ...parentsIn(replica, collectionId, taskId, words),
      ]}
      isChosen={(id) => id === parentId}
      onChoose={(id) => onChange({ parentId: id })}
      onClose={onClose}
    />
  );
}

/** Five levels lie below the topmost: a task on the last has none below it. */
const DEEPEST = 4;

/** Tasks with the words in their names: no more than are shown, and one to tell that there are. */
function parentsIn(replica: Replica, collectionId: string, taskId: string | null, words: string): Choice[] {
  const found: Choice[] = [];
  const visit = (ids: readonly string[], level: number) => {
    for (const id of ids) {
      if (found.length > MOST_CHOICES) return;
      const task = replica.lists.task(id);
      if (!task || id === taskId || task.completedAt !== null) continue;
      if (task.name.toLowerCase().includes(words)) found.push({ id, name: task.name });
      if (level < DEEPEST) visit(replica.lists.under(id), level + 1);
    }
  };
  visit(replica.lists.inCollection(collectionId), 0);
  return found;
}

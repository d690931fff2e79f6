import { useReplica } from '#src/web/data/replica-context.ts';
import type { Replica } from '#src/sync/client/replica.ts';
import { Choices, MOST_CHOICES, type Choice } from './choices.tsx';
import type { DetailProps } from './detail.ts';

/** The parent of a task: another task of its collection, but none of its own sub-tasks. */
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

/** The deepest level of a parent. Five levels lie below the topmost, and tasks on the last have no sub-tasks. */
const DEEPEST = 4;

/** The tasks with the words in their names. At most one more than the list shows, to tell that there are more. */
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

import { hasId, hasRoomFor, ID_SET_SIZE, idsIn, withId, withoutId } from '#src/domain/id-set.ts';
import { newId } from '#src/domain/id.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useLabels } from '#src/web/data/rows.ts';
import { cleanName } from '#src/domain/clean-text.ts';
import { Choices, type Choice } from './choices.tsx';
import type { DetailProps } from './detail.ts';
import { colorOfNew, namedIn, withNamed } from '#src/web/features/tasks/draft/named-rows.ts';

/** The labels of a task, as check boxes. A new label is created with the task. */
export function LabelsDetail({ fields: { labels, added, sectionId }, onChange, onClose }: DetailProps) {
  const replica = useReplica();
  const ids = useLabels();
  const named = namedIn(added);
  const choices: Choice[] = ids.flatMap((id) => replica.get('label', id) ?? []);
  for (const [id, name] of named) if (id !== sectionId) choices.push({ id, name, color: colorOfNew(id) });
  // A label that another device deleted is not listed, and stays on the task.
  const change = (id: string) => {
    if (hasId(labels, id)) onChange({ labels: withoutId(labels, id) });
    else if (hasRoomFor(labels, id)) onChange({ labels: withId(labels, id) });
  };
  return (
    <Choices
      label="Search labels"
      isMany
      limit={LIMITS.labelName}
      find={(words) => choices.filter(({ name }) => name.toLowerCase().includes(words))}
      isChosen={(id) => id !== null && hasId(labels, id)}
      onChoose={(id) => id !== null && change(id)}
      newName={(text) => {
        const name = cleanName(text);
        const isFree = choices.every((choice) => choice.name !== name);
        const isRight = name !== '' && name.length <= LIMITS.labelName;
        return isFree && isRight && idsIn(labels).length < ID_SET_SIZE ? name : null;
      }}
      onCreate={(name) => {
        const id = newId();
        onChange({ added: withNamed(added, id, name), labels: withId(labels, id) });
      }}
      onClose={onClose}
    />
  );
}

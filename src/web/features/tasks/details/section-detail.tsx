import { newId } from '#src/domain/id.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useSections } from '#src/web/data/rows.ts';
import { cleanName } from '#src/domain/clean-text.ts';
import { Choices, type Choice } from './choices.tsx';
import type { DetailProps } from './detail.ts';
import { namedIn, withNamed } from '#src/web/features/tasks/draft/named-rows.ts';

/** The section of a task, among those of its collection. A new section is created with the task. */
export function SectionDetail({ fields, onChange, onClose }: DetailProps) {
  const { collectionId, sectionId, added } = fields;
  const replica = useReplica();
  const ids = useSections(collectionId);
  const newOne = namedIn(added).get(sectionId ?? '');
  const choices: Choice[] = [
    { id: null, name: 'No section' },
    ...ids.flatMap((id) => replica.get('section', id) ?? []).map(({ id, name }) => ({ id, name })),
    ...(newOne === undefined ? [] : [{ id: sectionId, name: newOne }]),
  ];
  const chosen = choices.some(({ id }) => id === sectionId) ? sectionId : null;
  return (
    <Choices
      label="Search sections"
      limit={LIMITS.sectionName}
      find={(words) => choices.filter(({ name }) => name.toLowerCase().includes(words))}
      isChosen={(id) => id === chosen}
      onChoose={(id) => onChange({ sectionId: id })}
      newName={(text) => {
        const name = cleanName(text);
        const isFree = choices.every((choice) => choice.id === null || choice.name !== name);
        return isFree && collectionId !== '' && name !== '' && name.length <= LIMITS.sectionName
          ? name
          : null;
      }}
      onCreate={(name) => {
        const id = newId();
        onChange({ added: withNamed(added, id, name), sectionId: id });
      }}
      onClose={onClose}
    />
  );
}

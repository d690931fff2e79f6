import type { Rows } from '#src/tables/tables.ts';
import { followName } from '#src/web/data/follow-name.ts';
import { useReplica } from '#src/web/data/replica-context.ts';
import { useMutateTogether } from '#src/web/data/use-mutate.ts';
import { SectionNameForm } from './section-name-form.tsx';

interface RenameSectionProps {
  readonly section: Rows['section'];
  readonly onLeave: () => void;
}

/** A field that gives a section another name, in the place of the old one. */
export function RenameSection({ section, onLeave }: RenameSectionProps) {
  const replica = useReplica();
  const mutateTogether = useMutateTogether();
  const { id } = section;
  const rename = async (name: string) => {
    if (name === section.name) return true;
    const at = Date.now();
    const followed = followName(replica, { kind: 'section', id, name }, at);
    return mutateTogether(
      [...followed, { name: 'section.edit', args: { id, changes: { name }, at } }],
      'Section renamed',
    );
  };
  return <SectionNameForm section={section} save={rename} onLeave={onLeave} />;
}

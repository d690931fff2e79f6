import { Plus } from '#src/web/ui/icons/plus.ts';
import styles from './import-dialog.module.css';
import { addedTexts, groupNotes, nameText, placeText, type NoteGroup } from './import-texts.ts';
import type { ImportPlan } from '#src/file/import-plan.ts';

/** The most entries of a group that are named. */
const NAMED = 100;

/** The result for each entry of a file. */
export function ImportPreview({ fileName, plan }: { readonly fileName: string; readonly plan: ImportPlan }) {
  const added = addedTexts(plan);
  const { skipped, adjusted } = groupNotes(plan.notes);
  return (
    <>
      {added.length === 0 ? (
        <p className={styles['lead']}>
          There is nothing to add from <bdi className={styles['file']}>{fileName}</bdi>.
        </p>
      ) : (
        <>
          <p className={styles['lead']}>
            From <bdi className={styles['file']}>{fileName}</bdi> comes:
          </p>
          <ul className={styles['added']}>
            {added.map((text) => (
              <li key={text}>
                <Plus size={16} aria-hidden />
                {text}
              </li>
            ))}
          </ul>
        </>
      )}
      <Groups title="Adjusted" groups={adjusted} />
      <Groups title="Skipped" groups={skipped} />
    </>
  );
}

function Groups({ title, groups }: { readonly title: string; readonly groups: readonly NoteGroup[] }) {
  if (groups.length === 0) return null;
  return (
    <section className={styles['groups']}>
      <h3 className={styles['heading']}>{title}</h3>
      {groups.map((group) => (
        <Group key={group.text} group={group} />
      ))}
    </section>
  );
}

function Group({ group: { text, notes } }: { readonly group: NoteGroup }) {
  const unnamed = notes.length - NAMED;
  return (
    <details className={styles['group']}>
      <summary>
        <span className={styles['reason']}>{text}</span>
        <span className={styles['count']}>{notes.length.toLocaleString()}</span>
      </summary>
      <ul>
        {notes.slice(0, NAMED).map((note) => (
          <li key={`${note.list} ${note.place}`}>
            {note.name && <bdi className={styles['name']}>{nameText(note)}</bdi>}
            <span className={styles['place']}>{placeText(note)}</span>
          </li>
        ))}
        {unnamed > 0 && <li className={styles['place']}>and {unnamed.toLocaleString()} more</li>}
      </ul>
    </details>
  );
}

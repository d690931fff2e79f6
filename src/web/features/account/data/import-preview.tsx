import { formatCount } from '#src/web/platform/format-count.ts';
import { FileX } from '#src/web/ui/icons/file-x.ts';
import { FileDown } from '#src/web/ui/icons/file-down.ts';
import { TriangleAlert } from '#src/web/ui/icons/triangle-exclamation-point.ts';
import type { EntryGroup } from './import-groups.ts';
import type { ShownPlan } from './import-session.ts';
import { FirstTasks } from './first-tasks.tsx';
import { fileKind, sourceName } from './format-names.ts';
import { addedCounts } from './import-texts.ts';
import styles from './import-dialog.module.css';

interface ImportPreviewProps {
  readonly fileName: string;
  readonly plan: ShownPlan;
}

/** The file, how much comes from it, its first tasks, and each loss and refusal with its rows (rule I2). */
export function ImportPreview({ fileName, plan }: ImportPreviewProps) {
  const { format, size, tooMany, added, refused, told } = plan;
  const counts = addedCounts(plan);
  return (
    <div className={styles['body']}>
      <h3 className={styles['heading']}>
        <FileDown size={20} className={styles['hung']} aria-hidden />
        Import from {sourceName(format)}
      </h3>
      <p className={styles['lead']}>
        {size === 0 && 'There is nothing to add from '}
        <bdi className={styles['file']}>{fileName}</bdi>, recognized as {fileKind(format)}.
      </p>
      {counts.length > 0 && (
        <ul className={styles['counts']}>
          {counts.map(({ count, noun }) => (
            <li key={noun}>
              <b>{count}</b> <span>{noun}</span>
            </li>
          ))}
        </ul>
      )}
      {tooMany > 0 && (
        <p role="alert" className={styles['problem']}>
          Your account has no room for {formatCount(tooMany)} of the entries. Delete some tasks first: Sunglow
          imports a file as a whole.
        </p>
      )}
      <FirstTasks tasks={plan.first} isAll={plan.first.length === added.tasks + added.completedTasks} />
      {size > 0 && <Groups title={differenceText(told)} groups={told} isWarning />}
      <Groups title={refusalText(refused)} groups={refused} />
    </div>
  );
}

function sumOf(groups: readonly EntryGroup[]): number {
  return groups.reduce((sum, { count }) => sum + count, 0);
}

function differenceText(groups: readonly EntryGroup[]): string {
  const count = sumOf(groups);
  return count === 1 ? '1 thing will be different' : `${formatCount(count)} things will be different`;
}

function refusalText(groups: readonly EntryGroup[]): string {
  const count = sumOf(groups);
  return count === 1 ? '1 entry stays out' : `${formatCount(count)} entries stay out`;
}

interface GroupsProps {
  readonly title: string;
  readonly groups: readonly EntryGroup[];
  readonly isWarning?: boolean;
}

function Groups({ title, groups, isWarning = false }: GroupsProps) {
  if (groups.length === 0) return null;
  const Mark = isWarning ? TriangleAlert : FileX;
  return (
    <section className={styles['groups']}>
      <h4 className={isWarning ? styles['warning'] : styles['part']}>
        <Mark size={16} className={styles['hung']} aria-hidden />
        {title}
      </h4>
      {groups.map((group) => (
        <Group key={group.text} group={group} />
      ))}
    </section>
  );
}

/** The most entries whose places the line of the group names. */
const PLACES = 3;

function Group({ group: { text, count, entries } }: { readonly group: EntryGroup }) {
  const places = entries.flatMap(({ where }) => (where === '' ? [] : [where]));
  const unnamed = count - entries.length;
  // One result of the whole file has no entries to show.
  if (count === 1 && entries.every(({ name, where }) => name === '' && where === ''))
    return <p className={styles['whole']}>{text}</p>;
  return (
    <details className={styles['group']}>
      <summary>
        <span className={styles['reason']}>{text}</span>
        {count <= PLACES && <span className={styles['place']}>{places.join(', ')}</span>}
        <span className={styles['count']}>{formatCount(count)}</span>
      </summary>
      <ul>
        {entries.map(({ name, where }, index) => (
          <li key={`${index} ${where}`}>
            {name && <bdi className={styles['name']}>{name}</bdi>}
            <span className={styles['place']}>{where}</span>
          </li>
        ))}
        {unnamed > 0 && <li className={styles['place']}>and {formatCount(unnamed)} more</li>}
      </ul>
    </details>
  );
}

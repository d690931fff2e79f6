import { TYPED_PARTS } from '#src/domain/quick-add/help-table.ts';
import { CONDITIONS, OPERATORS, type HelpRow } from '#src/reading/query/help-tables.ts';
import { useScreens } from '#src/web/data/screens-context.ts';
import { ShortcutGroups } from '#src/web/features/shortcuts/shortcut-groups.tsx';
import { cx } from '#src/web/ui/class-names.ts';
import { Page } from '#src/web/ui/page/page.tsx';
import styles from './help-page.module.css';
import { HelpPart } from './help-part.tsx';
import { Typed } from './typed.tsx';

const PARTS = [
  ['typing', 'Typing'],
  ['filters', 'Filters'],
  ['keys', 'Keys'],
] as const;

/** The language of quick add, the language of filters, and all keys, from the tables of the documents. It needs no network. */
export function HelpPage() {
  const screens = useScreens();
  return (
    <Page title="Help">
      <nav aria-label="Help" className={styles['parts']}>
        {PARTS.map(([id, title]) => (
          <a key={id} href={`#${id}`} className={styles['link']}>
            {title}
          </a>
        ))}
      </nav>
      <HelpPart
        id="typing"
        title="Typing"
        example="Ring the bank tomorrow at 5pm every month #Home @phone p1 !30m"
        about="Type a task as you would say it. Sunglow marks the words that it understands. To keep words as text, click their mark, press Backspace after them, or put them in quotes."
      >
        <dl>
          {TYPED_PARTS.map(({ part, typed }) => (
            <div key={part} className={cx(styles['row'], styles['partOf'])}>
              <dt>{part}</dt>
              {typed.map((wording) => (
                <dd key={wording}>
                  <Typed text={wording} />
                </dd>
              ))}
            </div>
          ))}
        </dl>
        <p className={styles['about']}>
          Paste several lines to add a task for each. Indented lines become sub-tasks.
        </p>
      </HelpPart>
      <HelpPart
        id="filters"
        title="Filters"
        example="(today | overdue) & #Work & !@waiting"
        about="A filter lists the tasks that match: here, due today or overdue, in Work, not labeled waiting. The search reads the same language."
      >
        {CONDITIONS.map(({ title, rows }) => (
          <Rows key={title} title={title} rows={rows} />
        ))}
        <Rows title="Together" rows={OPERATORS} />
      </HelpPart>
      <HelpPart id="keys" title="Keys">
        <ShortcutGroups screens={screens} />
      </HelpPart>
    </Page>
  );
}

interface RowsProps {
  readonly title?: string;
  readonly rows: readonly HelpRow[];
}

function Rows({ title, rows }: RowsProps) {
  return (
    <>
      {title !== undefined && <h3 className={styles['title']}>{title}</h3>}
      <dl className={styles['rows']}>
        {rows.map(([typed, meaning]) => (
          <div key={typed} className={styles['row']}>
            <dt>
              <Typed text={typed} />
            </dt>
            <dd>
              <Typed text={meaning} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

import { useId } from 'react';
import { handOnFocus } from '#src/web/focus/leaving-focus.ts';
import { useEveryRow } from '#src/web/data/every-row.ts';
import { settingValueText } from '#src/web/words/setting.ts';
import { useMutate } from '#src/web/data/use-mutate.ts';
import { Button } from '#src/web/ui/button.tsx';
import styles from './kept-as-text.module.css';

/** The dismissed wordings, which quick add leaves as text. */
export function KeptAsText() {
  const titleId = useId();
  const mutate = useMutate();
  const rows = useEveryRow('dismissal').toSorted(
    (a, b) => a.wording.localeCompare(b.wording) || a.language.localeCompare(b.language),
  );
  const forget = (id: string) => void mutate('dismissal.remove', { id, at: Date.now() }, null);
  return (
    <div className={styles['part']}>
      <h4 id={titleId} className={styles['title']}>
        Words kept as text
      </h4>
      {rows.length === 0 ? (
        <p className={styles['about']}>
          When you keep words of a task as text, they appear here. Forget them to let Sunglow read them again.
        </p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets
        <ul role="list" aria-labelledby={titleId} className={styles['list']}>
          {rows.map(({ id, wording, language }) => (
            <li key={id} ref={handOnFocus} className={styles['row']}>
              <bdi className={styles['wording']}>{wording}</bdi>
              <span className={styles['language']}>{settingValueText('quickAddLanguage', language)}</span>
              <Button
                size="small"
                look="quiet"
                data-control="forget"
                aria-label={`Forget ${wording}`}
                onClick={() => forget(id)}
              >
                Forget
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

import { X } from '#src/web/ui/icons/x.ts';
import { useEffect, useId, useRef, useState } from 'react';
import type { Reading } from './reading.ts';
import { cx } from '#src/web/ui/class-names.ts';
import hidden from '#src/web/ui/hidden.module.css';
import styles from './understood.module.css';

interface UnderstoodProps {
  readonly reading: Reading;
  /** The action of the form on the task. */
  readonly verb: 'Adds' | 'Saves';
  /** True to tell the name of the task though no words are understood, because the user made some of them text. */
  readonly isTold: boolean;
  /** True where fields show the meanings: then the list shows the words. */
  readonly hasFields?: boolean;
  readonly onKeep: (words: string) => void;
}

/** The pause after the last key before the result is read out, ms. */
const PAUSE = 400;

/** The understood words of a line, each with a button that makes it text, and the name of the task. */
export function Understood({
  reading: { items, name },
  verb,
  isTold,
  hasFields = false,
  onKeep,
}: UnderstoodProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const keep = (words: string) => {
    onKeep(words);
    // The button disappears, and would take the focus with it, so the line gets the focus.
    root.current?.closest('form')?.querySelector<HTMLElement>('[data-line]')?.focus();
  };
  const listClass = cx(styles['list'], hasFields && styles['wordList']);
  const isShown = items.length > 0 || isTold;
  const action = isShown ? `${verb} “${name}”` : '';
  const meanings = items.map(({ meaning }) => meaning).join('; ');
  const told = usePaused(`${action}\n${meanings}`);
  const [toldName = '', toldMeanings = ''] = isShown ? told.split('\n') : [];
  return (
    <div ref={root} className={toldName || items.length > 0 ? styles['shown'] : undefined}>
      {items.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets
        <ul role="list" aria-label="Understood" className={listClass}>
          {items.map(({ from, words, meaning }, place) => (
            <li key={from} className={styles['item']}>
              <span id={`${id}-${place}`} dir="auto" className={hasFields ? hidden['hidden'] : undefined}>
                {meaning}
              </span>
              {hasFields && (
                <span aria-hidden dir="auto" className={styles['words']}>
                  {words}
                </span>
              )}
              <button
                type="button"
                className={styles['keep']}
                data-control="keep"
                aria-label={`Keep as text: ${words}`}
                aria-describedby={`${id}-${place}`}
                title="Keep as text"
                onClick={() => keep(words)}
              >
                <X size={14} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> would be one of the form's controls */}
      <p role="status" className={styles['adds']} dir="auto">
        {toldName}
        {toldMeanings && <span className={hidden['hidden']}>. {toldMeanings}</span>}
      </p>
    </div>
  );
}

/** The last text that did not change for a while. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

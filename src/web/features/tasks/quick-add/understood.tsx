import { X } from '#src/web/ui/icons/x.ts';
import { useEffect, useId, useRef, useState } from 'react';
import type { Reading } from './reading.ts';
import hidden from '#src/web/ui/hidden.module.css';
import styles from './understood.module.css';

interface UnderstoodProps {
  readonly reading: Reading;
  /** What will be done with the task. */
  readonly verb: 'Adds' | 'Saves';
  /** Whether to say what the task will be called though nothing was understood: what was is text by now. */
  readonly isTold: boolean;
  readonly onKeep: (words: string) => void;
}

/** So long after the last key what was understood is read out, ms. */
const PAUSE = 400;

/** What was understood of a line, each of it to be made text again, and what the task will be called. */
export function Understood({ reading: { items, name }, verb, isTold, onKeep }: UnderstoodProps) {
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const keep = (words: string) => {
    onKeep(words);
    // The button goes, and the focus would go with it: back to what it is about.
    root.current?.closest('form')?.querySelector('input')?.focus();
  };
  const isShown = items.length > 0 || isTold;
  const said = isShown ? `${verb} “${name}”` : '';
  const meanings = items.map(({ meaning }) => meaning).join('; ');
  const told = usePaused(`${said}\n${meanings}`);
  const [toldName = '', toldMeanings = ''] = isShown ? told.split('\n') : [];
  return (
    <div ref={root} className={styles['understood']}>
      {items.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the role of a list without bullets
        <ul role="list" aria-label="Understood" className={styles['list']}>
          {items.map(({ from, words, meaning }, place) => (
            <li key={from} className={styles['item']}>
              <span id={`${id}-${place}`} dir="auto">
                {meaning}
              </span>
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
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an <output> would be of the form's controls */}
      <p role="status" className={styles['adds']} dir="auto">
        {toldName}
        {toldMeanings && <span className={hidden['hidden']}>. {toldMeanings}</span>}
      </p>
    </div>
  );
}

/** The text once it has not changed for a while. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

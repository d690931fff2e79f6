import styles from './help-page.module.css';

/** A text of the tables: what one types is between backticks, and marked. */
export function Typed({ text }: { readonly text: string }) {
  return text.split('`').map((part, index) =>
    index % 2 === 0 ? (
      // Marks stand apart without a comma.
      part.replace(/^, $/, ' ')
    ) : (
      // The parts of one text never change.
      // oxlint-disable-next-line react/no-array-index-key
      <code key={index} className={styles['typed']}>
        {part}
      </code>
    ),
  );
}

import { Fragment } from 'react';
import styles from './keys.module.css';

/** Keys to press one after the other, as labelled on the keyboard. */
export function Keys({ keys }: { readonly keys: readonly string[] }) {
  return keys.map((key, index) => (
    <Fragment key={key}>
      {index > 0 && <span className={styles['word']}> then </span>}
      <kbd className={styles['key']}>{key}</kbd>
    </Fragment>
  ));
}

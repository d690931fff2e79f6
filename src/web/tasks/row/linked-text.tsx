import { linkParts } from './link-text.ts';
import styles from './task-links.module.css';

/** A text with its links made clickable. */
export function LinkedText({ text }: { readonly text: string }) {
  return linkParts(text).map(({ text: part, href }, index) =>
    href === null ? part : <SafeLink key={index} href={href} />,
  );
}

/** A link typed by a user: it opens in a new tab, without access to this page and without a referrer. */
export function SafeLink({ href }: { readonly href: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" dir="ltr" className={styles['link']}>
      {href}
    </a>
  );
}

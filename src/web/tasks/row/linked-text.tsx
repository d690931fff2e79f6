import { linkParts } from './link-text.ts';
import styles from './task-links.module.css';

/** A text as it was typed, with its links to be pressed. */
export function LinkedText({ text }: { readonly text: string }) {
  return linkParts(text).map(({ text: part, href }, index) =>
    href === null ? part : <SafeLink key={index} href={href} />,
  );
}

/** A link that somebody typed: it opens beside the app, and is told nothing of it. */
export function SafeLink({ href }: { readonly href: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow" dir="ltr" className={styles['link']}>
      {href}
    </a>
  );
}

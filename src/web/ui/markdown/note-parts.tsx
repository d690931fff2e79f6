import type { MarkedToken, Token, Tokens } from 'marked';
import { Fragment, type ReactNode } from 'react';
import { decodeReferences } from './character-references.ts';
import styles from './markdown.module.css';
import { safeAddress } from './safe-address.ts';

/** Ticks or unticks a box. */
type Toggle = (index: number) => void;

interface Note {
  /** Null when the user may not. */
  readonly toggle: Toggle | null;
  readonly isInLink: boolean;
  /** The number of boxes before the next part. */
  boxes: number;
}

/** The page has two levels of headings above those of a note. */
const LEVELS = ['h3', 'h4', 'h5', 'h6'] as const;

/** The elements of a note. HTML in it is shown as text. */
export function noteParts(tokens: readonly Token[], toggle: Toggle | null): ReactNode {
  return parts(tokens, { toggle, isInLink: false, boxes: 0 });
}

function parts(tokens: readonly Token[], note: Note): ReactNode {
  return (tokens as readonly MarkedToken[]).map((token, key) => (
    <Fragment key={key}>{part(token, note)}</Fragment>
  ));
}

function part(token: MarkedToken, note: Note): ReactNode {
  switch (token.type) {
    case 'paragraph':
      return <p>{parts(token.tokens, note)}</p>;
    case 'heading': {
      const Heading = LEVELS[token.depth - 1] ?? 'h6';
      return <Heading>{parts(token.tokens, note)}</Heading>;
    }
    case 'list':
      return list(token, note);
    case 'blockquote':
      return <blockquote>{parts(token.tokens, note)}</blockquote>;
    case 'code':
      return (
        <pre dir="ltr">
          <code>{token.text}</code>
        </pre>
      );
    case 'table':
      return table(token, note);
    case 'hr':
      return <hr />;
    case 'html':
      return token.block ? <p>{token.raw.trimEnd()}</p> : token.raw;
    case 'def':
      // Markdown hides link definitions. But `[Ada]: yes` is one too, and no part of a note may vanish.
      return <p>{token.raw.trimEnd()}</p>;
    case 'text':
      return token.tokens ? parts(token.tokens, note) : decodeReferences(token.raw);
    case 'escape':
      return token.text;
    case 'strong':
      return <strong>{parts(token.tokens, note)}</strong>;
    case 'em':
      return <em>{parts(token.tokens, note)}</em>;
    case 'del':
      return <del>{parts(token.tokens, note)}</del>;
    case 'codespan':
      return <code dir="ltr">{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return link(token, parts(token.tokens, { ...note, isInLink: true }), note);
    case 'image':
      // Shown as a link: loading the image would reveal that the note is being read.
      return link(token, decodeReferences(token.text), note);
    case 'space':
    // Their lists show them.
    case 'list_item':
    case 'checkbox':
      return null;
  }
}

function list({ ordered, start, items }: Tokens.List, note: Note): ReactNode {
  const children = items.map((item, key) => (
    <li key={key} className={item.task ? styles['check'] : undefined}>
      {item.task ? check(item, note) : parts(item.tokens, note)}
    </li>
  ));
  return ordered ? <ol start={Number(start)}>{children}</ol> : <ul>{children}</ul>;
}

/** An item with a box, labelled by its first paragraph; the rest of the item is below. */
function check({ tokens, checked }: Tokens.ListItem, note: Note): ReactNode {
  const index = note.boxes++;
  const [label, ...rest] = tokens.filter(({ type }) => type !== 'checkbox');
  return (
    <>
      <label className={styles['label']}>
        <input
          type="checkbox"
          className={styles['box']}
          checked={checked === true}
          disabled={!note.toggle}
          onChange={() => note.toggle?.(index)}
        />
        <span className={styles['said']}>
          {label && 'tokens' in label && parts(label.tokens ?? [], note)}
        </span>
      </label>
      {parts(rest, note)}
    </>
  );
}

function table({ header, rows }: Tokens.Table, note: Note): ReactNode {
  return (
    // A table may be wider than the page, and then scrolls by the arrow keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <figure className={styles['table']} aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map(({ tokens, align }, key) => (
              <th key={key} scope="col" data-align={align}>
                {parts(tokens, note)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, key) => (
            <tr key={key}>
              {cells.map(({ tokens, align }, key) => (
                <td key={key} data-align={align}>
                  {parts(tokens, note)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

/** A link that may not be opened is shown as typed. */
function link(token: Tokens.Link | Tokens.Image, text: ReactNode, { isInLink }: Note): ReactNode {
  const isLiteral = token.type === 'link' && token.autolink;
  const address = safeAddress(isLiteral ? token.href : decodeReferences(token.href));
  if (address === null) return token.raw;
  const shown = token.text.trim() === '' ? address : text;
  // An image within a link is part of that link.
  if (isInLink) return shown;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {shown}
    </a>
  );
}

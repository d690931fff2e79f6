import type { Mail } from './delivery.ts';

export interface MailContent {
  readonly to: string;
  readonly subject: string;
  readonly paragraphs: readonly string[];
  /** The one link of the mail. */
  readonly action?: { readonly label: string; readonly url: string };
  /** The small print at the end: why the reader got this mail, and what to do if they did not ask for it. */
  readonly note: string;
}

/** A mail as plain text and as HTML, without pictures or anything else to load. */
export function renderMail({ to, subject, paragraphs, action, note }: MailContent): Mail {
  const text = [...paragraphs, ...(action ? [`${action.label}:\n${action.url}`] : []), note].join('\n\n');
  const body = [
    ...paragraphs.map((paragraph) => `<p style="${TEXT}">${escape(paragraph)}</p>`),
    ...(action ? [button(action)] : []),
    `<p style="${TEXT};color:#6b6b6b;font-size:14px">${escape(note)}</p>`,
  ];
  return {
    to,
    subject: oneLine(subject),
    text: printable(`${text}\n\nSunglow\n`),
    html: printable(page(oneLine(subject), body.join('\n'))),
  };
}

const TEXT = 'margin:0 0 20px;font:16px/1.5 system-ui,-apple-system,sans-serif';

function button({ label, url }: NonNullable<MailContent['action']>): string {
  const address = escape(url);
  return `<p style="${TEXT}"><a href="${address}" style="display:inline-block;padding:12px 20px;border-radius:10px;background:#ffcc33;color:#2b2111;font-weight:600;text-decoration:none">${escape(label)}</a></p>
<p style="${TEXT};color:#6b6b6b;font-size:14px;word-break:break-all">${address}</p>`;
}

function page(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escape(title)}</title></head>
<body style="margin:0;padding:32px 16px">
<div style="max-width:480px;margin:0 auto">
<p style="${TEXT};font-weight:700;font-size:20px">Sunglow</p>
${body}
</div>
</body>
</html>
`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}

/** A subject may contain a user's name, but a header must not have control characters. */
function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

/** The text without control characters except line ends and tabs, as others move the cursor of a console. */
function printable(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}/gu, ' ');
}

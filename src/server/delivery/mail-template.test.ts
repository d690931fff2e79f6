import { expect, test } from 'vitest';
import { renderMail } from './mail-template.ts';

const CONTENT = {
  to: 'ada@example.com',
  subject: 'Hello\r\nBcc: all@example.com',
  paragraphs: ['First <b>& second</b>.', 'Third.'],
  action: { label: 'Go on', url: 'https://sunglow.example.com/auth/link#verify=a&b="c"' },
  note: 'Why you got this.',
};

test('a mail has the same content as text and as HTML', () => {
  const { to, text, html } = renderMail(CONTENT);

  expect(to).toBe('ada@example.com');
  expect(text).toBe(
    'First <b>& second</b>.\n\nThird.\n\nGo on:\nhttps://sunglow.example.com/auth/link#verify=a&b="c"\n\nWhy you got this.\n\nSunglow\n',
  );
  for (const part of ['First &lt;b&gt;&amp; second&lt;/b&gt;.', 'Third.', '>Go on</a>', 'Why you got this.'])
    expect(html).toContain(part);
  expect(html).toContain('href="https://sunglow.example.com/auth/link#verify=a&amp;b=&quot;c&quot;"');
});

test('text of a user becomes neither markup nor a header', () => {
  const { subject, html } = renderMail(CONTENT);

  expect(subject).toBe('Hello Bcc: all@example.com');
  expect(html).not.toContain('<b>');
});

test('no part of a mail has the control characters of a name', () => {
  const name = '\u001b[31mWater\u0007\u0000 the\u0085\t🌻\u007f';
  const { subject, text, html } = renderMail({ ...CONTENT, subject: name, paragraphs: [name] });

  expect(subject).toBe('[31mWater the 🌻');
  expect(text).toContain(' [31mWater   the \t🌻 \n');
  for (const part of [text, html]) expect(part).not.toMatch(/(?![\n\t])\p{Cc}/u);
});

test('a mail loads nothing', () => {
  expect(renderMail(CONTENT).html).not.toMatch(/<(img|link|script|iframe)|url\(/);
});

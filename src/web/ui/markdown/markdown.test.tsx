import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Markdown } from './markdown.tsx';

/** The markup without class names and without the outer element. */
function shown(text: string, onToggle?: (text: string) => void): string {
  return renderToStaticMarkup(<Markdown text={text} {...(onToggle && { onToggle })} />)
    .replaceAll(/ class="[^"]*"/g, '')
    .replace(/^<div dir="auto">(.*)<\/div>$/s, '$1');
}

const opened = (address: string, text = address) =>
  `<a href="${address}" target="_blank" rel="noopener noreferrer nofollow">${text}</a>`;

test.each([
  ['**Bold**, *slanted*, ~~gone~~, `code`', '<p><strong>Bold</strong>, <em>slanted</em>, <del>gone</del>, <code dir="ltr">code</code></p>'],
  ['One\nTwo', '<p>One\nTwo</p>'],
  ['One\n\nTwo', '<p>One</p><p>Two</p>'],
  ['One  \nTwo', '<p>One<br/>Two</p>'],
  ['- a\n- b\n  - c', '<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>'],
  ['3. a\n4. b', '<ol start="3"><li>a</li><li>b</li></ol>'],
  ['> a\n> b', '<blockquote><p>a\nb</p></blockquote>'],
  ['```js\nlet a = "<b>";\n```', '<pre dir="ltr"><code>let a = &quot;&lt;b&gt;&quot;;</code></pre>'],
  ['---', '<hr/>'],
  ['# One\n## Two\n### Three\n#### Four\n##### Five\n###### Six', '<h3>One</h3><h4>Two</h4><h5>Three</h5><h6>Four</h6><h6>Five</h6><h6>Six</h6>'],
  ['Title\n=====', '<h3>Title</h3>'],
  ['\\*a\\*', '<p>*a*</p>'],
  ['5 * 3 * 2, snake_case_name', '<p>5 * 3 * 2, snake_case_name</p>'],
  ['&amp; &#65; &#x42; &copy; &#0; &#xD800; &#99999999;', '<p>&amp; A B &amp;copy; \ufffd \ufffd &amp;#99999999;</p>'],
  ['&amp;lt; &#38;lt;', '<p>&amp;lt; &amp;lt;</p>'],
  ['', ''],
  ['   \n\t\n', ''],
])('%j is shown as %s', (text, markup) => {
  expect(shown(text)).toBe(markup);
}); // prettier-ignore

test('a table has headings, and its columns are aligned', () => {
  expect(shown('| a | b |\n|--:|---|\n| 1 | **2** |')).toBe(
    '<figure aria-label="Table" tabindex="0"><table><thead><tr><th scope="col" data-align="right">a</th><th scope="col">b</th></tr></thead>' +
      '<tbody><tr><td data-align="right">1</td><td><strong>2</strong></td></tr></tbody></table></figure>',
  );
});

test.each([
  ['https://a.b/c', opened('https://a.b/c')],
  ['See https://a.b/c.', `See ${opened('https://a.b/c')}.`],
  ['<https://a.b/c>', opened('https://a.b/c')],
  ['www.a.b', opened('http://www.a.b/', 'www.a.b')],
  ['ada@example.com', opened('mailto:ada@example.com', 'ada@example.com')],
  ['[call](tel:+491234)', opened('tel:+491234', 'call')],
  ['[**map**](HTTPS://A.b/c "title")', opened('https://a.b/c', '<strong>map</strong>')],
  ['[a](https://a.b/?c=1&amp;d=2)', opened('https://a.b/?c=1&amp;d=2', 'a')],
  ['https://a.b/?c=1&amp=2', opened('https://a.b/?c=1&amp;amp=2')],
  ['[](https://a.b/)', opened('https://a.b/')],
  ['[here][m]\n\n[m]: https://a.b/', `${opened('https://a.b/', 'here')}</p><p>[m]: https://a.b/`],
])('the link of %j is %s', (text, markup) => {
  expect(shown(text)).toBe(`<p>${markup}</p>`);
});

test.each([
  ['![A map](https://a.b/map.png)', opened('https://a.b/map.png', 'A map')],
  ['![](https://a.b/map.png)', opened('https://a.b/map.png')],
  ['[![A map](https://a.b/map.png)](https://c.d/)', opened('https://c.d/', 'A map')],
  ['[![](https://a.b/map.png)](https://c.d/)', opened('https://c.d/', 'https://a.b/map.png')],
  ['![x](data:image/png;base64,AA)', '![x](data:image/png;base64,AA)'],
])('an image is a link, and is not loaded: %j', (text, markup) => {
  expect(shown(text)).toBe(`<p>${markup}</p>`);
});

test.each([
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt:alert(1))',
  '[a](javascript&#58;alert(1))',
  '[a](javascript&#x3a;alert(1))',
  '[a](java&#115;cript:alert(1))',
  '[a](java&#9;script:alert(1))',
  '[a](java&#10;script:alert(1))',
  '[a](&#1;javascript:alert(1))',
  '[a](&#32;javascript:alert(1))',
  '[a](\u00a0javascript:alert(1))',
  '[a](\u0001javascript:alert(1))',
  '[a](<java\tscript:alert(1)>)',
  '[a](< javascript:alert(1)>)',
  '[a](javascript\\:alert(1))',
  '[a](javascript://a.b/%0aalert(1))',
  '[a](https:javascript:alert(1))',
  '[a](data:text/html,<script>alert(1)</script>)',
  '[a](data:text/html;base64,PHNjcmlwdD4=)',
  '[a](vbscript:msgbox(1))',
  '[a](file:///etc/passwd)',
  '[a](blob:https://a.b/c)',
  '[a](ftp://a.b)',
  '[a](//a.b/c)',
  '[a](/app/account)',
  '[a](account)',
  '[a](#top)',
  '[a]()',
  '[a](https://)',
  '<javascript:alert(1)>',
  '<data:text/html,a>',
  'xmpp:ada@example.com',
  'ftp://a.b/c',
  '[a]\n\n[a]: javascript:alert(1)',
  '[a][b]\n\n[b]: &#106;avascript:alert(1)',
  '![a](javascript:alert(1))',
  '![a][b]\n\n[b]: data:text/html,a',
])('%j is no link', (text) => {
  const markup = shown(text);
  expect(markup).not.toMatch(/href|src=/);
  expect(markup.replaceAll(/<\/?p>/g, '')).not.toContain('<');
  expect(markup).toContain('a');
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  'a <img src=x onerror=alert(1)> b',
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">a</a>',
  'a <a href="https://a.b">b</a> c',
  '<iframe src="https://a.b"></iframe>',
  '<div style="position:fixed">\n**a**\n</div>',
  '<!-- hidden -->',
  'a <!-- hidden --> b',
  '<?php echo 1 ?>',
  '<![CDATA[a]]>',
  '<pre>&lt;b&gt;</pre>',
  '`<b>`',
  '**<b>**',
  '[<b>](https://a.b)',
  '| <b> |\n|---|\n| <script> |',
  '# <b>',
  '- <b>',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '<style>body{display:none}</style>',
  '<details open ontoggle=alert(1)>',
  '"><script>alert(1)</script>',
  '```"onload=alert(1)\na\n```',
])('the HTML of %j is shown as text', (text) => {
  const ours = /<\/?(?:p|h3|ul|li|strong|pre|code|figure|table|thead|tbody|tr|th|td|a)(?: (?:dir="ltr"|scope="col"|tabindex="0"|aria-label="Table"|href="https:\/\/a\.b\/"|target="_blank"|rel="noopener noreferrer nofollow"))*>/g;
  expect(shown(text).replaceAll(ours, '')).not.toMatch(/[<>]/);
}); // prettier-ignore

test('parts that Markdown would hide are shown', () => {
  expect(shown('[Ada]: yes')).toBe('<p>[Ada]: yes</p>');
  expect(shown('a <!-- hidden -->')).toBe('<p>a &lt;!-- hidden --&gt;</p>');
});

test('a box is labelled by its text, and the rest of its item is below', () => {
  expect(shown('- [ ] Milk\n- [x] **Bread**\n  - [ ] Rye')).toBe(
    '<ul><li><label><input type="checkbox" disabled=""/><span>Milk</span></label></li>' +
      '<li><label><input type="checkbox" disabled="" checked=""/><span><strong>Bread</strong></span></label>' +
      '<ul><li><label><input type="checkbox" disabled=""/><span>Rye</span></label></li></ul></li></ul>',
  );
  expect(shown('- [ ] Milk\n\n  Two litres\n- [x] Bread')).toBe(
    '<ul><li><label><input type="checkbox" disabled=""/><span>Milk</span></label><p>Two litres</p></li>' +
      '<li><label><input type="checkbox" disabled="" checked=""/><span>Bread</span></label></li></ul>',
  );
});

test('a box can be pressed when it has a listener', () => {
  expect(shown('- [ ] Milk', () => {})).toContain('<input type="checkbox"/>');
});

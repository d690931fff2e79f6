import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { TYPED_PARTS } from './help-table.ts';

test('[Q7] the help in the app and the page of the language have the same table', async () => {
  const page = await readFile(new URL('../../../docs/quick-add.md', import.meta.url), 'utf8');
  const [table = ''] = page.slice(page.indexOf('| part | typed as |')).split('\n\n', 1);
  const rows = TYPED_PARTS.flatMap(({ part, typed }) =>
    typed.map((wording, index) => (index === 0 ? `| ${part} | ${wording} |` : `| | ${wording} |`)),
  );
  expect(table.split('\n').slice(2)).toEqual(rows);
});

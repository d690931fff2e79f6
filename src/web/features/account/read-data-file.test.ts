import { describe, expect, test } from 'vitest';
import { home, walk } from './import-stand.ts';
import { parseDataFile, UnreadableFile } from './read-data-file.ts';

describe('a file', () => {
  const lists = { collections: [home], tasks: [walk], completedTasks: [] };

  test('may hold its lists by key or with holes, as the realtime database gives them', () => {
    const text = JSON.stringify({ collections: { '-Nx': home }, tasks: [null, walk] });
    expect(parseDataFile(`\uFEFF${text}`)).toEqual(lists);
  });

  test.each([
    ['[]', 'This is no export of Sunglow.'],
    ['{}', 'The file has none of “collections”, “tasks” and “completedTasks”.'],
    ['{"tasks": 3}', '“tasks” is not a list.'],
    ['{\n"tasks": [\n{]\n}', 'The file is not valid JSON: look at line 3.'],
  ])('that is none: %j', (text, message) => {
    expect(() => parseDataFile(text)).toThrow(new UnreadableFile(message));
  });
});

import { describe, expect, test } from 'vitest';
import { home, NOTHING, walk } from '#src/file/testing/import-harness.ts';
import { parseDataFile, UnreadableFile } from './read-data-file.ts';

describe('a file', () => {
  const lists = { ...NOTHING, collections: [home], tasks: [walk] };

  test('may have its lists by key or with holes, like the realtime database', () => {
    const text = JSON.stringify({ collections: { '-Nx': home }, tasks: [null, walk] });
    expect(parseDataFile(`\uFEFF${text}`)).toEqual(lists);
  });

  test.each([
    ['of one user', { users: { 'the-user': lists } }],
    ['of one user, beside others who have nothing', { users: { a: null, b: {}, 'the-user': lists } }],
    ['of a user by their id', { 'the-user': lists }],
  ])('may be the whole database %s', (_what, file) => {
    expect(parseDataFile(JSON.stringify(file))).toEqual(lists);
  });

  test('may omit the id of an entry and use its key', () => {
    const { id: _id, ...withoutId } = walk;
    const file = { tasks: { '-Nw': withoutId, '-Nv': { ...walk, id: '' }, '7': withoutId } };
    expect(parseDataFile(JSON.stringify(file)).tasks).toEqual([
      // Integer keys come first, and count as positions.
      withoutId,
      { ...walk, id: '-Nw' },
      { ...walk, id: '-Nv' },
    ]);
  });

  test.each([
    ['[]', 'This is not an export of Sunglow.'],
    ['{}', 'The file has none of “collections”, “tasks” and “completedTasks”.'],
    [
      '{"users": {"a": {"tasks": []}, "b": {"tasks": []}}}',
      'The file holds the data of several users. Leave only your own in it.',
    ],
    ['{"users": {"a": {}}}', 'The file has none of “collections”, “tasks” and “completedTasks”.'],
    ['{"tasks": 3}', '“tasks” is not a list.'],
    ['{\n"tasks": [\n{]\n}', 'The file is not valid JSON: look at line 3.'],
  ])('that cannot be read is rejected: %j', (text, message) => {
    expect(() => parseDataFile(text)).toThrow(new UnreadableFile(message));
  });
});

import { expect, test } from 'vitest';
import { homeOf, newInboxName } from './inbox.ts';

const named = (...names: readonly string[]) => names.map((name) => ({ id: `id of ${name}`, name }));
const archived = (...names: readonly string[]) => {
  const ids = new Set(names.map((name) => `id of ${name}`));
  return (id: string) => ids.has(id);
};

test('[Q8] a task without a collection goes to the last used one, else to Inbox', () => {
  const all = named('Home', 'Inbox');
  expect(homeOf(all, archived(), 'id of Home')).toBe('id of Home');
  expect(homeOf(all, archived(), 'id of Gone')).toBe('id of Inbox');
  expect(homeOf(all, archived('Home'), 'id of Home')).toBe('id of Inbox');
  expect(homeOf(named('Home', 'Inbox of Ada'), archived(), null)).toBeNull();
});

test('[Q8] an archived Inbox keeps its name, and a second one takes its place', () => {
  expect(homeOf(named('Inbox'), archived('Inbox'), null)).toBeNull();
  expect(newInboxName(named('Home'))).toBe('Inbox');
  expect(newInboxName(named('Inbox', 'Inbox 2'))).toBe('Inbox 3');
  expect(homeOf(named('Inbox', 'Inbox 2'), archived('Inbox'), null)).toBe('id of Inbox 2');
});

import { describe, expect, test } from 'vitest';
import { SCREEN_PATHS } from '#src/domain/screen-paths.ts';
import { authLinks } from '#src/web/features/auth/auth-links.ts';
import { links } from './links.ts';
import { pageAt } from './page-at.ts';

describe('the page at a path', () => {
  test('each screen has its path', () => {
    const pages = Object.fromEntries(Object.entries(SCREEN_PATHS).map(([id, path]) => [id, pageAt(path)]));
    expect(pages).toEqual(Object.fromEntries(Object.keys(SCREEN_PATHS).map((id) => [id, id])));
  });

  test.each([
    ['/', 'landing'],
    ['/app', 'start'],
    ['/app/new-task', 'newTask'],
    ['/app/project', 'collection'],
    ['/app/project/Home', 'collection'],
    ['/app/project/a/b', 'collection'],
    ['/app/label/errand', 'label'],
    ['/app/filter/7', 'filter'],
    ['/app/task/7', 'task'],
    ['/auth', 'auth'],
    ['/auth/anything', 'auth'],
  ])('%s has the page %s', (path, page) => {
    expect(pageAt(path)).toBe(page);
  });

  test('the pages for signing in are below /auth', () => {
    const paths = [links.signIn, links.signUp, links.goodbye, ...Object.values(authLinks)];
    expect(paths.filter((path) => pageAt(path) !== 'auth')).toEqual([]);
  });

  test('letter case and slashes at the end make no difference', () => {
    expect(pageAt('/App/Today/')).toBe('today');
    expect(pageAt('/app//')).toBe('start');
    expect(pageAt('/APP/PROJECT/Home/')).toBe('collection');
  });

  test.each([
    '/apples',
    '/authors',
    '/app/nothing',
    '/app/today/more',
    '/app/projects',
    '/app/filter',
    '/app/task/',
    '/app/task/7/8',
  ])('%s has no page', (path) => {
    expect(pageAt(path)).toBeNull();
  });
});

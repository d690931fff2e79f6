import { newRow } from '#src/tables/kit/row.ts';
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isAddress } from '#src/domain/addresses.ts';
import { newId } from '#src/domain/id.ts';
import { authLinks } from '#src/web/features/auth/auth-links.ts';
import { collectionKey, collectionLink, collectionState, findNamed } from './collection-links.ts';
import { links, repairPath, safeOrigin } from './links.ts';
import { pageAt } from './page-at.ts';

const HOSTILE = [
  'a/b', '/', '//', 'a//b', '%', '%2F', '%252F', '50%', '100% sure', '#1', '?', 'a?b=c#d', '.', '..', '...', './a', '../a',
  'a/..', 'a/../b', '%2e%2e', ' leading', 'trailing ', 'two  spaces', '☀️ Sonne', '👩‍👩‍👧', 'مهام', 'a\\b', 'a+b', 'a&b',
  '<script>', '"quoted"', "it's", ';', 'a;b', ':id', '*', 'today', 'todo.js', 'index.html', 'con\tb', 'ünï', 'a|b', '[x]',
]; // prettier-ignore

function collection(name: string) {
  return newRow('collection', { id: newId(), name, color: '#FFCC33', position: 0, createdAt: 0 });
}

/** The path of a link after the browser has processed it. */
function visit(link: string): string {
  const { pathname } = new URL(link, `http://localhost${links.today}`);
  expect(pageAt(repairPath(pathname))).toBe('collection');
  return pathname;
}

describe('links to collections', () => {
  test.each(HOSTILE)('the link of %j leads back to it', (name) => {
    const wanted = collection(name);
    const key = collectionKey(visit(collectionLink(wanted)));
    expect(findNamed(key!, [collection('other'), wanted])).toBe(wanted);
  });

  test('the link of any name leads back to it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 120 }), (name) => {
        const wanted = collection(name);
        const key = collectionKey(visit(collectionLink(wanted)));
        expect(findNamed(key!, [wanted])).toBe(wanted);
      }),
    );
  });

  test('a slash typed by hand is part of the name', () => {
    expect(collectionKey('/app/project/a/b')).toBe('a/b');
  });

  test('a malformed percent sequence is taken as typed and never throws', () => {
    expect(collectionKey('/app/project/50%')).toBe('50%');
    expect(collectionKey('/app/project/%FF')).toBe('%FF');
    expect(collectionKey('/app/project/a%20b/%zz')).toBe('a b/%zz');
    expect(collectionKey('/app/project/50%%20%C3%BC')).toBe('50% ü');
  });

  test('a path without a name names nothing', () => {
    expect(collectionKey('/app/project/')).toBe('');
    expect(collectionKey('/app/project')).toBe('');
    expect(collectionKey('/app/today')).toBeNull();
  });

  test('a trailing slash is ignored if no name ends in one', () => {
    const home = collection('Home');
    expect(findNamed(collectionKey('/app/project/Home/')!, [home])).toBe(home);
    expect(findNamed('Home//', [home])).toBe(home);
    const slashed = collection('Home/');
    expect(findNamed('Home/', [home, slashed])).toBe(slashed);
    expect(findNamed('/', [home])).toBeUndefined();
  });

  test('going back finds the visited collection, even under a new name', () => {
    const renamed = collection('House');
    const successor = collection('Home');
    const state = collectionState(renamed);
    expect(findNamed('Home', [renamed, successor], state)).toBe(renamed);
    expect(findNamed('Home', [successor], state)).toBe(successor);
  });

  test('a name matches before an id', () => {
    const first = collection('first');
    const second = collection(first.id);
    expect(findNamed(first.id, [first, second])).toBe(second);
  });
});

test('every link is an address', () => {
  const places = [...Object.values(links), ...Object.values(authLinks), collectionLink(collection('Home'))];
  expect(places.filter((place) => !isAddress(place))).toEqual([]);
});

test('the web app manifest names pages of the app', () => {
  const manifest = JSON.parse(readFileSync('public/manifest.webmanifest', 'utf8')) as {
    start_url: string;
    shortcuts: { url: string }[];
    share_target: { action: string };
  };
  expect(manifest.start_url).toBe(links.today);
  expect(manifest.shortcuts.map(({ url }) => url)).toEqual([links.newTask, links.today]);
  expect(manifest.share_target.action).toBe(links.newTask);
});

describe('the remembered origin', () => {
  test('a place in the app is kept with its query and fragment', () => {
    expect(safeOrigin('/app/project/a%2Fb?x=1#y')).toBe('/app/project/a%2Fb?x=1#y');
  });

  test.each([
    undefined, null, 7, '', '/', '/auth/login', '/apples', 'app/today', '//evil.example/app', 'https://evil.example/app',
    '/\\evil.example/app', '/app/../auth/login', 'javascript:alert(1)',
  ])('%j leads to today', (origin) => {
    expect(safeOrigin(origin)).toBe(links.today);
  }); // prettier-ignore
});

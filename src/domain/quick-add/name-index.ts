/** Names, indexed word by word, so that finding one in a text takes no longer among thousands. */
export interface NameIndex {
  /** Beginnings of longer names: `garden` for `Garden club`. */
  readonly beginnings: ReadonlySet<string>;
  /** Each name by its letters without case and accents. */
  readonly names: ReadonlyMap<string, readonly string[]>;
}

export const NO_NAMES: NameIndex = { beginnings: new Set(), names: new Map() };

/** Takes a few milliseconds for 5,000 names. Build it once per set of names, not once per text. */
export function indexNames(names: Iterable<string>): NameIndex {
  const beginnings = new Set<string>();
  const byKey = new Map<string, string[]>();
  for (const name of names) {
    const key = foldText(name);
    byKey.set(key, [...(byKey.get(key) ?? []), name]);
    for (let end = key.indexOf(' '); end >= 0; end = key.indexOf(' ', end + 1))
      beginnings.add(key.slice(0, end));
  }
  return { beginnings, names: byKey };
}

/** The name equal to `text`, or else one that differs only in case, accents or blanks. Null without one. */
export function findName(text: string, index: NameIndex): string | null {
  const found = index.names.get(foldText(text)) ?? [];
  return found.find((name) => name === text) ?? found[0] ?? null;
}

/** The text in small letters without accents, with one blank between words. The stroke of `ł` is an accent, too. */
export function foldText(text: string): string {
  const plain = isAscii(text)
    ? text
    : text
        .normalize('NFKD')
        .replaceAll(/\p{Mn}/gu, '')
        .replaceAll('ł', 'l')
        .replaceAll('Ł', 'L');
  return plain.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

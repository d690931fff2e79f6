/** Names as they are looked up in a text: word by word, so that it takes no longer where there are thousands. */
export interface NameIndex {
  /** What begins a longer name: `garden` where there is a `Garden club`. */
  readonly beginnings: ReadonlySet<string>;
  /** Each name by its letters without case and accents. */
  readonly names: ReadonlyMap<string, readonly string[]>;
}

export const NO_NAMES: NameIndex = { beginnings: new Set(), names: new Map() };

/** Make it once for the names that there are, not once a text: it takes a few milliseconds for 5,000. */
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

/** The name that `text` says: exactly that one, or one that differs in case, accents or blanks. Null when there is none. */
export function findName(text: string, index: NameIndex): string | null {
  const found = index.names.get(foldText(text)) ?? [];
  return found.find((name) => name === text) ?? found[0] ?? null;
}

/** The text in small letters without accents, with one blank between words. */
export function foldText(text: string): string {
  const plain = isAscii(text) ? text : text.normalize('NFKD').replaceAll(/\p{Mn}/gu, '');
  return plain.toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 127) return false;
  return true;
}

/** A value of a property list of Apple in XML. */
export type Plist = string | number | boolean | null | readonly Plist[] | { readonly [key: string]: Plist };

type Open = { readonly items: Plist[] } | { readonly pairs: [string, Plist][]; key: string };

/** Deeper lists are no rules of a repeat. */
const DEEPEST = 10;

/** The value of a property list; null for any other text. Entities other than the five of XML stay as they are. */
export function readPlist(xml: string): Plist {
  const stack: Open[] = [{ items: [] }];
  const tokens = xml.matchAll(
    /<(dict|array)\s*(\/?)>|<\/(dict|array)>|<(true|false)\s*\/>|<(key|integer|real|string|date)>([^<]*)<\/\5>/g,
  );
  for (const [, opened, isEmpty, closed, truth, type, text = ''] of tokens) {
    if (opened !== undefined) {
      if (stack.length > DEEPEST) return null;
      stack.push(opened === 'dict' ? { pairs: [], key: '' } : { items: [] });
    }
    if (closed !== undefined || isEmpty === '/') {
      const ended = stack.pop();
      if (!ended || stack.length === 0) return null;
      add(stack.at(-1), 'items' in ended ? ended.items : Object.fromEntries(ended.pairs));
    } else if (truth !== undefined) add(stack.at(-1), truth === 'true');
    else if (type === 'key') {
      const within = stack.at(-1);
      if (within && 'pairs' in within) within.key = text;
    } else if (type !== undefined)
      add(stack.at(-1), type === 'integer' || type === 'real' ? Number(text) : text);
  }
  const [root] = stack;
  return root && 'items' in root ? (root.items[0] ?? null) : null;
}

function add(open: Open | undefined, value: Plist): void {
  if (open && 'items' in open) open.items.push(value);
  else open?.pairs.push([open.key, value]);
}

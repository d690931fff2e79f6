/** A property of iCalendar (RFC 5545, 3.1). Names and parameters are in upper case, the value is as written. */
export interface Property {
  readonly name: string;
  readonly params: ReadonlyMap<string, string>;
  readonly value: string;
}

export interface Component {
  readonly name: string;
  readonly properties: readonly Property[];
  readonly components: readonly Component[];
  /** The line where it begins, from 1. */
  readonly line: number;
}

export interface Calendars {
  readonly calendars: readonly Component[];
  /** The lines that are no property, for example of a file that was damaged. */
  readonly wrongLines: readonly number[];
  /** The line where a component begins that never ends; null when the file is whole. */
  readonly cutAt: number | null;
}

interface Open {
  readonly name: string;
  readonly properties: Property[];
  readonly components: Component[];
  readonly line: number;
}

/** Deeper components are no part of the standard. Their properties count for the one above. */
const DEEPEST = 8;

/**
 * Reads the calendars of a file. A line that is no property is passed over, and a component that never ends is left
 * out, so that one damaged task costs no other.
 */
export function readCalendars(text: string): Calendars {
  const root: Open = { name: '', properties: [], components: [], line: 0 };
  const open: Open[] = [root];
  const wrongLines: number[] = [];
  for (const { line, text: content } of unfolded(text)) {
    const property = propertyOf(content);
    const within = open.at(-1) ?? root;
    const name = property?.value.trim().toUpperCase() ?? '';
    if (!property) wrongLines.push(line);
    else if (property.name === 'BEGIN' && open.length <= DEEPEST)
      open.push({ name, properties: [], components: [], line });
    else if (property.name === 'END') {
      const at = open.findLastIndex((each) => each.name === name);
      if (at < 1) continue;
      // Components inside that never ended are left out with their properties.
      const [ended] = open.splice(at);
      if (ended) open.at(-1)?.components.push(ended);
    } else within.properties.push(property);
  }
  const cut = open[1];
  // A calendar without an end counts with its whole components.
  if (cut) root.components.push(cut);
  return { calendars: root.components, wrongLines, cutAt: cut ? (open.at(-1)?.line ?? null) : null };
}

/** The first property of the name. */
export function propertyIn({ properties }: Component, name: string): Property | undefined {
  return properties.find((each) => each.name === name);
}

/** The text of a property, with its escapes read; '' for none. */
export function textIn(component: Component, name: string): string {
  return unescaped(propertyIn(component, name)?.value ?? '').trim();
}

export function unescaped(value: string): string {
  return value.replaceAll(/\\([\\;,Nn:"])/g, (_, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));
}

/** The values of a list, such as CATEGORIES, with commas between them. */
export function listOf(value: string): readonly string[] {
  return (value.match(/(?:[^,\\]+|\\.)+/gs) ?? []).map((each) => unescaped(each).trim()).filter(Boolean);
}

/** The lines of the file: a line that begins with a blank or a tab continues the one before. */
function* unfolded(text: string): Iterable<{ readonly line: number; readonly text: string }> {
  let parts: string[] = [];
  let start = 1;
  for (const [i, line] of text.split(/\r\n|\n|\r/).entries()) {
    if (/^[ \t]/.test(line) && parts.length > 0) {
      parts.push(line.slice(1));
      continue;
    }
    if (parts.length > 0) yield { line: start, text: parts.join('') };
    parts = line.trim() === '' ? [] : [line];
    start = i + 1;
  }
  if (parts.length > 0) yield { line: start, text: parts.join('') };
}

function propertyOf(line: string): Property | null {
  const [start = '', name] = /^([\w-]+(?:\.[\w-]+)?)(?=[;:])/.exec(line) ?? [];
  if (name === undefined) return null;
  const params = new Map<string, string>();
  let rest = line.slice(start.length);
  for (;;) {
    const [param, key, quoted, plain] = /^;([\w-]+)=(?:"([^"]*)"|([^;:]*))/.exec(rest) ?? [];
    if (param === undefined || key === undefined) break;
    params.set(key.toUpperCase(), quoted ?? plain ?? '');
    rest = rest.slice(param.length).replace(/^(?:,(?:"[^"]*"|[^;:,]*))+/, '');
  }
  const [colon] = /^[^:]*:/.exec(rest) ?? [];
  if (colon === undefined) return null;
  return { name: name.toUpperCase(), params, value: rest.slice(colon.length) };
}

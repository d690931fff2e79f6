/** A heading of an Org file with its text, up to the next heading. */
export interface OrgHeading {
  readonly above: OrgHeading | null;
  /** The word that makes it a task; '' for none. */
  readonly word: string;
  readonly isDone: boolean;
  /** `A` and so on; '' for none. */
  readonly priority: string;
  readonly title: string;
  readonly tags: readonly string[];
  readonly where: string;
  /** Commented out, or archived. */
  readonly isLeftOut: boolean;
  /** The values of SCHEDULED, DEADLINE and CLOSED. */
  readonly planning: Map<string, string>;
  /** Names in upper case. */
  readonly properties: Map<string, string>;
  /** The names of its drawers and clocks that nothing is read from, in upper case. */
  readonly drawers: Set<string>;
  readonly body: string[];
  /** True when a heading below is a task. */
  hasTasks: boolean;
}

interface OrgFile {
  readonly title: string;
  readonly tags: readonly string[];
  readonly headings: readonly OrgHeading[];
}

const PLANNING = /\b(SCHEDULED|DEADLINE|CLOSED):\s*([<[][^\]>]*[\]>])/g;
const TAGS = /\s:([\p{L}\d_@#%:]+):$/u;

/** The headings of a file in their order. */
export function readOrg(text: string): OrgFile {
  const lines = text.split(/\r\n|\r|\n/);
  const words = wordsOf(lines);
  const open: { readonly level: number; readonly heading: OrgHeading }[] = [];
  const headings: OrgHeading[] = [];
  let drawer: string | null = null;
  for (const [i, line] of lines.entries()) {
    const [, stars, rest = ''] = /^(\*+)\s+(\S.*)$/.exec(line) ?? [];
    const at = headings.at(-1);
    if (stars !== undefined) {
      while ((open.at(-1)?.level ?? 0) >= stars.length) open.pop();
      const heading = headingOf(rest.trim(), open.at(-1)?.heading ?? null, `line ${i + 1}`, words);
      if (heading.word !== '')
        for (let up = heading.above; up && !up.hasTasks; up = up.above) up.hasTasks = true;
      open.push({ level: stars.length, heading });
      headings.push(heading);
      drawer = null;
    } else if (at) drawer = readLine(line, at, drawer);
  }
  return { title: settingIn(lines, 'TITLE'), tags: tagsIn(settingIn(lines, 'FILETAGS')), headings };
}

/** Adds a line to its heading. Returns the drawer that is open after it. */
function readLine(line: string, heading: OrgHeading, drawer: string | null): string | null {
  const text = line.trim();
  const [, name] = /^:([\w-]+):$/.exec(text) ?? [];
  if (drawer !== null) {
    const [, key = '', value = ''] = /^:([\w+-]+):\s+(\S.*)$/.exec(text) ?? [];
    if (drawer === 'PROPERTIES' && key !== '') heading.properties.set(key.toUpperCase(), value);
    return name === 'END' ? null : drawer;
  }
  if (name !== undefined) {
    if (name.toUpperCase() !== 'PROPERTIES') heading.drawers.add(name.toUpperCase());
    return name.toUpperCase();
  }
  const planned = [...text.matchAll(PLANNING)];
  for (const [, kind = '', value = ''] of planned) heading.planning.set(kind, value);
  if (text.startsWith('CLOCK:')) heading.drawers.add('CLOCK');
  else if (planned.length === 0) heading.body.push(line);
  return null;
}

function headingOf(text: string, above: OrgHeading | null, where: string, words: Words): OrgHeading {
  const [tagged = '', tagText = ''] = TAGS.exec(text) ?? [];
  const tags = tagsIn(tagText);
  let title = text.slice(0, text.length - tagged.length).trim();
  const isComment = title.startsWith('COMMENT ');
  if (isComment) title = title.slice(8);
  const first = title.split(' ', 1)[0] ?? '';
  const isTask = words.open.includes(first) || words.done.includes(first);
  if (isTask) title = title.slice(first.length).trim();
  const [, priority = ''] = /^\[#([A-Z])\] ?/.exec(title) ?? [];
  if (priority !== '') title = title.slice(4).trim();
  return {
    above,
    word: isTask ? first : '',
    isDone: words.done.includes(first),
    priority,
    title,
    tags: tags.filter((tag) => tag !== 'ARCHIVE'),
    where,
    isLeftOut: isComment || tags.includes('ARCHIVE'),
    planning: new Map(),
    properties: new Map(),
    drawers: new Set(),
    body: [],
    hasTasks: false,
  };
}

interface Words {
  readonly open: readonly string[];
  readonly done: readonly string[];
}

/** The words of `#+TODO: TODO NEXT | DONE`; without a bar, the last one is done. */
function wordsOf(lines: readonly string[]): Words {
  const settings = lines.flatMap((line) => /^#\+(?:SEQ_|TYP_)?TODO:\s*(.+)$/i.exec(line)?.[1] ?? []);
  if (settings.length === 0)
    return { open: ['TODO', 'NEXT', 'WAITING'], done: ['DONE', 'CANCELED', 'CANCELLED'] };
  const pairs = settings.map((setting) => {
    const [open = '', done] = setting.replaceAll(/\([^)]*\)/g, '').split('|');
    const [before, after] = [open, done ?? ''].map((each) => each.split(/\s+/).filter(Boolean));
    return done === undefined
      ? { open: before?.slice(0, -1) ?? [], done: before?.slice(-1) ?? [] }
      : { open: before ?? [], done: after ?? [] };
  });
  return { open: pairs.flatMap(({ open }) => open), done: pairs.flatMap(({ done }) => done) };
}

function settingIn(lines: readonly string[], name: string): string {
  const start = `#+${name}:`;
  return (
    lines
      .find((line) => line.toUpperCase().startsWith(start))
      ?.slice(start.length)
      .trim() ?? ''
  );
}

function tagsIn(text: string): readonly string[] {
  return text.split(/[:\s]+/).filter(Boolean);
}

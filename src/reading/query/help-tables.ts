/** A row of the tables of the documents, in Markdown: code is what one types. */
export type HelpRow = readonly [typed: string, meaning: string];

export interface HelpTable {
  readonly title: string;
  readonly rows: readonly HelpRow[];
}

/** The query language, as docs/query.md has it (rule V1). */
export const CONDITIONS: readonly HelpTable[] = [
  {
    title: 'Days',
    rows: [
      ['`today`, `tomorrow`, `yesterday`', 'planned for that day'],
      ['`overdue`', 'planned for a day before today. Also `over due`, `od`'],
      [
        '`saturday`, `aug 24`, `this week`',
        'planned for those days: bare words that are a day `D`, up to the next operator',
      ],
      [
        '`7 days`, `next 7 days`',
        'planned for today or one of the 6 days after it; also with weeks, months and years',
      ],
      [
        '`no date`, `no time`, `no deadline`, `no label`, `no section`',
        'without that value. A label or section that was deleted counts as none. Also `no due date`, `no labels`',
      ],
      [
        '`due: D`, `due before: D`, `due after: D`',
        'planned for that day, a day before it, a day after it. Also `date:`, `due date:`',
      ],
      [
        '`deadline: D`, `created: D`, `completed: D`',
        'the same for its deadline, and for the local day of its addition or completion; also with `before` and `after`. `added:` is `created:`',
      ],
    ],
  },
  {
    title: 'Places and labels',
    rows: [
      ['`#Work`, `in: Garden club`', 'in that collection'],
      ['`##Work`', 'in it, or in one below it'],
      ['`/Ideas`', 'in a section of that name'],
      ['`@waiting`', 'with that label'],
    ],
  },
  {
    title: 'Kinds',
    rows: [
      ['`p1` to `p4`', 'of that priority. Also `priority 1`; `no priority` is `p4`'],
      ['`done`', 'completed, or below a completed task. Also `completed`'],
      ['`repeating`', 'with a repeat. Also `recurring`'],
      ['`subtask`', 'below another task. Also `sub-task`'],
    ],
  },
  {
    title: 'Texts',
    rows: [
      ['`milk`, `"buy milk"`, `search: buy milk`', 'with that text in its name or notes'],
      ['`view all`', 'every task. Also `all`'],
    ],
  },
];

/** How conditions are put together, the strongest first. */
export const OPERATORS: readonly HelpRow[] = [
  ['`!`', 'not'],
  ['`&`, or a blank', 'and: `p1 #Work`'],
  ['`|`, `,`', 'or. Todoist shows the lists of a comma side by side; here they are one list'],
  ['`( )`', 'a group'],
];

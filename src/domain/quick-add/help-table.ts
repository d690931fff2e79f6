/** A part of a task in the language of quick add, and how one types it, in Markdown: docs/quick-add.md has the same table (rule Q7). */
export interface TypedPart {
  readonly part: string;
  readonly typed: readonly string[];
}

export const TYPED_PARTS: readonly TypedPart[] = [
  {
    part: 'day',
    typed: [
      '`today`, `tomorrow`, `day after tomorrow`; `friday`, `on friday`, `this friday`, `next friday` (the Friday of next week); `next week` (its first day), `this weekend`, `next month`, `end of month`, `end of march`',
      '`friday of next week`, `the 20th of next month`, `the week after next`, `friday in 2 weeks`, `monday 24` (the first Monday that is a 24th), `last day of the month`, `mid january`, `later this week` (its Friday), `halloween`, `3 days before christmas`',
      '`in 3 days`, `after 10 days`, `in a fortnight`, `in two weeks`, `3 weeks from now`, `2 weeks from friday`, `in 2 workdays`',
      "`june 6`, `6th of june 2027`, `friday, march 20`, `on the 20th`, `first monday of may`; `2026-03-20`, `3/20`, `3/20/2026`, `20.3.2026` in the user's order",
      '`no date`, at an edge of the line: the task has none, also where a new task would get one. The line then has no time and no repeat',
    ],
  },
  {
    part: 'time',
    typed: [
      '`5pm`, `17:30`, `at 5`, `at noon`, `half past 5`, `at ten to nine`, `at 9 in the evening`, `around 8`, `friday 8ish`, `tomorrow morning at 10`; `in the evening`; `tomorrow morning` (9:00, afternoon 15:00, evening 19:00, night 22:00); `tonight` (20:00), `tonight at 12` (0:00 of tomorrow); `in 2 hours`',
    ],
  },
  {
    part: 'range',
    typed: [
      '`10-11am`, `from 9 to 11`, `14:00-15:30`, `8pm - 11`, `between 2 and 4pm`: a time and a duration',
    ],
  },
  {
    part: 'span',
    typed: [
      '`march 20-27`, `from march 20 to april 2`, `friday to sunday`: a day and a deadline. `mon-fri` and `mon, wed and fri` are a weekly repeat',
    ],
  },
  {
    part: 'duration',
    typed: ['`for 30 min`, `for an hour`, `2h`, `45min`, `1h30`'],
  },
  {
    part: 'deadline',
    typed: [
      '`{friday}`, `{friday 5pm}`, `by friday`, `before friday`, `by 6pm today`, `friday at the latest`, `deadline march 20`',
    ],
  },
  {
    part: 'repeat',
    typed: [
      '`every day`, `every 2 weeks on monday`, `every other friday`, `every mon, wed and fri`, `every workday`, `every weekend`, `weekly`, `on mondays`',
      '`every first sunday`, `every 3rd fri`, `every last friday`, `last friday of every month`, `every 15th`, `every 1st and 15th`, `every last day`, `every last workday`, `every june 6`, `every 3 hours`, `every 30 minutes`, `every morning`, `every 5pm`, `every 27`, `every 2, 15, 27`, `every 14 jan, 15 jun`, `every 15/4`, `every first and last workday`, `every two fridays`',
      'after it: `until june 1`, `for 3 weeks` (from its first time), `10 times`, `starting april 1`, `starting at 9pm`',
      '`every! 3 days` or `every 3 days after completion` counts from its completion',
    ],
  },
  {
    part: 'priority',
    typed: ['`p1` to `p4`, `!1` to `!4`'],
  },
  {
    part: 'collection, section',
    typed: [
      '`#Work`, `#Work/Clients`, `/Clients` in its collection. Names of several words are found as they are: `#garden club`',
    ],
  },
  {
    part: 'label',
    typed: ['`@waiting`'],
  },
  {
    part: 'reminder',
    typed: [
      '`!30m`, `!1h before`, `!9am`, `!tomorrow 9am`; up to four weeks before, and no moment that is over',
    ],
  },
];

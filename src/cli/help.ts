import { COMMANDS, HELP, OTHERS, type Described } from './commands.ts';

const HEAD = 'sunglow: your tasks, and the server of Sunglow';
/** The commands of bin/sunglow.mjs itself. */
export const OF_THE_SERVER = [
  ['sunglow', 'Starts the server.'],
  ['sunglow admin ...', 'Manages accounts, backups and databases of a server.'],
] as const;

export const NOTES = [
  'TASK is its number in the last list, its id or the beginning of one, or words of its name that no other open task has.',
  'QUERY is in the language of filters, as “today & #Work”.',
  'The token and the server are in $XDG_CONFIG_HOME/sunglow/login.json, which only you can read.',
] as const;

export const EXITS = [
  ['0', 'The command did its work.'],
  ['1', 'It failed, and the message says why. The server rejected it, or could not be reached.'],
  ['2', 'The arguments are wrong.'],
  ['130', 'Ctrl+C ended it.'],
] as const;

export function helpText(): string {
  const rows = (list: readonly (readonly [string, string])[]) => {
    const width = Math.max(...list.map(([name]) => name.length));
    return list.map(([name, does]) => `  ${name.padEnd(width)}  ${does}`).join('\n');
  };
  const brief = (commands: readonly Described[]) =>
    rows(commands.map((command) => [usageOf(command), sentenceOf(command)]));
  const parts = [HEAD, rows(OF_THE_SERVER), brief(COMMANDS), brief(OTHERS), NOTES.join('\n')];
  return `${parts.join('\n\n')}\n`;
}

export function commandHelp(command: Described): string {
  const options = optionRows({ options: { ...command.options, ...HELP } }).map(
    ([option, does]) => `  ${option}\n      ${does}`,
  );
  return `Usage: sunglow ${usageOf(command)}\n\n${command.does}\n\nOptions:\n${options.join('\n')}\n`;
}

export function usageOf({ name, args, options }: Described): string {
  return [name, args, Object.keys(options).length > 0 && '[OPTIONS]'].filter(Boolean).join(' ');
}

/** The first sentence about a command. */
export function sentenceOf({ does }: Described): string {
  return does.split(/(?<=\.) /)[0] ?? '';
}

/** Each option as it is typed, and what it does. */
export function optionRows({ options }: Pick<Described, 'options'>): readonly (readonly [string, string])[] {
  return Object.entries(options).map(([name, { short, value, does }]) => [
    `${short ? `-${short}, ` : ''}--${name}${value ? ` ${value}` : ''}`,
    does,
  ]);
}

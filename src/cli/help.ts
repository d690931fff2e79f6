import { COMMANDS, type Command } from './commands.ts';

const HEAD = 'sunglow: your tasks, and the server of Sunglow';
/** The commands of bin/sunglow.mjs itself. */
const OF_THE_SERVER = [
  ['sunglow', 'Starts the server.'],
  ['sunglow admin ...', 'Manages accounts, backups and databases of a server.'],
] as const;
/** The commands that need no server. */
export const OTHERS = [
  ['help [COMMAND]', 'Tells more about a command.'],
  ['completion SHELL', 'Prints completions for bash, zsh or fish.'],
  ['man', 'Prints the manual page: sunglow man | man -l -'],
] as const;

export const NOTES = [
  'TASK is its number in the last list, its id, or words of its name that no other open task has.',
  'QUERY is in the language of filters, as “today & #Work”.',
  'The token and the server are in $XDG_CONFIG_HOME/sunglow/login.json, which only you can read.',
] as const;

export const EXITS = [
  ['0', 'The command did what it says.'],
  ['1', 'It failed, and the message says why. The server refused it, or could not be reached.'],
  ['2', 'The arguments are wrong.'],
] as const;

export function helpText(): string {
  const rows = (list: readonly (readonly [string, string])[]) => {
    const width = Math.max(...list.map(([name]) => name.length));
    return list.map(([name, does]) => `  ${name.padEnd(width)}  ${does}`).join('\n');
  };
  const commands = COMMANDS.map(
    (command) => [usageOf(command), command.does.split(/(?<=\.) /)[0] ?? ''] as const,
  );
  return `${HEAD}\n\n${rows(OF_THE_SERVER)}\n\n${rows(commands)}\n\n${rows(OTHERS)}\n\n${NOTES.join('\n')}\n`;
}

export function commandHelp(command: Command): string {
  const options = optionRows(command).map(([option, does]) => `  ${option}\n      ${does}`);
  const part = options.length > 0 ? `\nOptions:\n${options.join('\n')}\n` : '';
  return `Usage: sunglow ${usageOf(command)}\n\n${command.does}\n${part}`;
}

export function usageOf({ name, args, options }: Command): string {
  return [name, args, Object.keys(options).length > 0 && '[OPTIONS]'].filter(Boolean).join(' ');
}

export function optionRows({ options }: Command): (readonly [string, string])[] {
  return Object.entries(options).map(([name, { value, does }]) => [
    `--${name}${value ? ` ${value}` : ''}`,
    does,
  ]);
}

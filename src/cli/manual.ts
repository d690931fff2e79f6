import { COMMANDS } from './commands.ts';
import { EXITS, NOTES, optionRows, OTHERS, usageOf } from './help.ts';

/** The manual page, in the language of man(7). */
export function manual(): string {
  const escape = (text: string) =>
    text
      .replaceAll('\\', '\\e')
      .replaceAll('-', '\\-')
      .replaceAll(/^(?=[.'])/gm, '\\&');
  const item = (term: string, text: string) => ['.TP', `.B ${escape(term)}`, escape(text)];
  const commands = COMMANDS.flatMap((command) => [
    ...item(usageOf(command), command.does),
    ...optionRows(command).flatMap(([option, does]) => ['.RS', ...item(option, does), '.RE']),
  ]);
  const lines = [
    '.TH SUNGLOW 1 "" "Sunglow" "User Commands"',
    '.SH NAME',
    'sunglow \\- tasks from the command line, and the server of Sunglow',
    '.SH SYNOPSIS',
    '.B sunglow',
    '[COMMAND] [ARGUMENTS]',
    '.SH DESCRIPTION',
    'Without a command it starts the server. The other commands ask a server for the tasks of a user.',
    ...NOTES.flatMap((note) => ['.PP', escape(note)]),
    '.SH COMMANDS',
    ...commands,
    ...OTHERS.flatMap(([usage, does]) => item(usage, does)),
    '.SH EXIT STATUS',
    ...EXITS.flatMap(([status, means]) => item(status, means)),
  ];
  return `${lines.join('\n')}\n`;
}

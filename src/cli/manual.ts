import { COMMANDS, OTHERS, type Described } from './commands.ts';
import { EXITS, NOTES, OF_THE_SERVER, optionRows, usageOf } from './help.ts';

/** The date of this page. */
const DATE = '2026-11-28';

const ENVIRONMENT = [
  [
    'XDG_CONFIG_HOME',
    'The folder of sunglow/login.json, with the server and the token. ~/.config without it.',
  ],
  [
    'XDG_STATE_HOME',
    'The folder of sunglow/state.json, with the last list and undo. ~/.local/state without it.',
  ],
  ['NO_COLOR', 'Prints no colors.'],
  ['HTTPS_PROXY, NO_PROXY', 'The proxy to the server, and the hosts without it.'],
  ['NODE_EXTRA_CA_CERTS', 'A file with certificate authorities to trust beside the usual ones.'],
] as const;

const EXAMPLES = [
  'sunglow login https://tasks.example.com < token.txt',
  'sunglow add "Pay rent every last day #Home p1"',
  'sunglow list "overdue | today"',
  'sunglow done 2',
] as const;

/** The manual page, in the language of man(7). */
export function manual(): string {
  const item = (term: string, text: string) => ['.TP', `.B ${escape(term)}`, escape(text)];
  const commands = (list: readonly Described[]) =>
    list.flatMap((command) => [
      ...item(usageOf(command), command.does),
      ...optionRows(command).flatMap(([option, does]) => ['.RS', ...item(option, does), '.RE']),
    ]);
  const lines = [
    `.TH SUNGLOW 1 ${DATE} Sunglow "User Commands"`,
    '.SH NAME',
    'sunglow \\- tasks from the command line, and the server of Sunglow',
    '.SH SYNOPSIS',
    '.B sunglow',
    '[COMMAND] [ARGUMENTS]',
    '.SH DESCRIPTION',
    'Without a command it starts the server. The other commands ask a server for the tasks of a user.',
    ...NOTES.flatMap((note) => ['.PP', escape(note)]),
    '.SH COMMANDS',
    ...commands(COMMANDS),
    ...commands(OTHERS),
    ...OF_THE_SERVER.flatMap(([usage, does]) => item(usage, does)),
    '.SH EXIT STATUS',
    ...EXITS.flatMap(([status, means]) => item(status, means)),
    '.SH ENVIRONMENT',
    ...ENVIRONMENT.flatMap(([name, means]) => item(name, means)),
    '.SH EXAMPLES',
    '.EX',
    ...EXAMPLES.map(escape),
    '.EE',
  ];
  return `${lines.join('\n')}\n`;
}

function escape(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll('~', '\\(ti')
    .replaceAll('“', '\\(lq')
    .replaceAll('”', '\\(rq')
    .replaceAll('"', '\\(dq')
    .replaceAll(/^(?=[.'])/gm, '\\&');
}

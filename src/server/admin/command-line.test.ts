import { expect, test } from 'vitest';
import { HELP, parseCommand, WrongUsage } from './command-line.ts';

test.each([
  ['invite', { name: 'invite', email: null }],
  ['invite --email ada@example.com', { name: 'invite', email: 'ada@example.com' }],
  ['users', { name: 'users' }],
  ['reset-password ada@example.com', { name: 'reset-password', who: 'ada@example.com' }],
  ['sign-out +12025550143', { name: 'sign-out', who: '+12025550143' }],
  ['delete ada@example.com', { name: 'delete', who: 'ada@example.com', isSure: false }],
  ['delete --yes ada@example.com', { name: 'delete', who: 'ada@example.com', isSure: true }],
  ['backup to', { name: 'backup', folder: 'to' }],
  ['rehearse from', { name: 'rehearse', folder: 'from' }],
  ['restore from', { name: 'restore', folder: 'from' }],
  ['move-database --to postgres://db/sunglow', { name: 'move-database', to: 'postgres://db/sunglow' }],
  ['after-restore', { name: 'after-restore' }],
  [
    'import ada@example.com a.csv',
    {
      name: 'import',
      who: 'ada@example.com',
      file: 'a.csv',
      zone: null,
      now: null,
      order: null,
      weekStart: null,
      isDryRun: false,
      isJson: false,
    },
  ],
  [
    'import ada@example.com a.csv --zone Europe/Paris --now 2026-11-26T09:30 --order mdy --week-start Sunday --dry-run --json',
    {
      name: 'import',
      who: 'ada@example.com',
      file: 'a.csv',
      zone: 'Europe/Paris',
      now: { date: '2026-11-26', minute: 570 },
      order: 'mdy',
      weekStart: 6,
      isDryRun: true,
      isJson: true,
    },
  ],
  ['distribute', { name: 'distribute' }],
  ['--help', HELP],
  ['help', HELP],
  ['delete -h', HELP],
])('%s', (line, command) => {
  expect(parseCommand(line.split(' '))).toEqual(command);
});

test('no arguments ask for help', () => {
  expect(parseCommand([])).toBe(HELP);
});

test.each([
  ['fly', 'There is no command “fly”.'],
  ['delete', 'Whose account?'],
  ['reset-password', 'Whose account?'],
  ['sign-out', 'Whose account?'],
  ['restore', 'Which folder?'],
  ['import', 'Whose account?'],
  ['import ada', 'Which file?'],
  ['import ada a.csv b.csv', 'What is “b.csv”?'],
  ['import ada a.csv --zone Mars/Base', '“Mars/Base” is no time zone'],
  ['import ada a.csv --now 2026-02-30T09:00', '--now is a day and a time'],
  ['import ada a.csv --order dym', '--order is one of mdy, dmy, ymd.'],
  ['import ada a.csv --week-start someday', '--week-start is one of monday,'],
  ['users --json', '--json goes with import alone.'],
  ['users --yes', '--yes goes with delete alone.'],
  ['users --email ada@example.com', '--email goes with invite alone.'],
  ['after-restore from', 'What is “from”?'],
  ['users ada', 'What is “ada”?'],
  ['delete ada bob', 'What is “bob”?'],
  ['invite --email nobody', '“nobody” is no email address.'],
  ['move-database', 'Where to?'],
  ['move-database --to mysql://db/sunglow', 'Where to?'],
  ['users --to postgres://db/sunglow', '--to goes with move-database alone.'],
  ['invite --what', "Unknown option '--what'"],
])('%s is rejected', (line, problem) => {
  expect(() => parseCommand(line.split(' '))).toThrow(WrongUsage);
  expect(() => parseCommand(line.split(' '))).toThrow(problem);
});

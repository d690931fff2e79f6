import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { Client } from './client.ts';
import { CommandFailed, WrongUsage } from './failures.ts';
import { keepState, print, readInput, type Session } from './session.ts';

/** Keeps the server and the token, once the server has taken the token. */
export async function logIn(session: Session, address: string): Promise<void> {
  const url = URL.parse(address);
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.search || url.hash)
    throw new WrongUsage(`“${address}” is not the address of a server, as https://tasks.example.com.`);
  if (url.username || url.password) throw new WrongUsage('The address holds a password. Leave it out.');
  if (url.protocol === 'http:' && !isLoopback(url.hostname))
    throw new CommandFailed('The token would go unencrypted. Use https.', 'UNENCRYPTED');
  const token = (session.input.isTTY ? await askHidden(session) : await readInput(session)).trim();
  if (!/^\S+$/.test(token)) throw new CommandFailed('There is no token on standard input.', 'NO_TOKEN');
  const login = { url: url.href, token };
  await new Client(login).check();
  await session.files.keepLogin(login);
  await keepState(session, { listed: [], undo: null });
  print(session, `Signed in to ${url.href}. The token is in ${session.files.loginPath}.`);
}

export async function logOut(session: Session): Promise<void> {
  const was = await session.files.forgetLogin();
  print(session, was ? 'Signed out. Revoke the token on the page Access.' : 'You were not signed in.');
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** A line from the terminal, which does not show it. Ctrl+C ends the process, as it does elsewhere. */
async function askHidden({ input, err }: Session): Promise<string> {
  err.write('Access token: ');
  const silent = new Writable({ write: (_piece, _encoding, done) => done() });
  const terminal = createInterface({ input, output: silent, terminal: true });
  // The terminal gives the key itself, and no signal.
  terminal.once('SIGINT', () => {
    terminal.close();
    process.kill(process.pid, 'SIGINT');
  });
  try {
    return await terminal.question('');
  } finally {
    terminal.close();
    err.write('\n');
  }
}

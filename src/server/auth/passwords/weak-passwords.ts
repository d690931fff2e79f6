import { readFile } from 'node:fs/promises';

/** The user who chooses the password. */
export interface PasswordOwner {
  readonly email: string;
  readonly name: string;
}

const PRODUCT = 'sunglow';

/** Neighboring keys, typed in one stroke. */
const ROWS = [
  'qwertyuiopasdfghjklzxcvbnm',
  'qwertzuiopasdfghjklyxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
  '1234567890',
];

let common: Promise<ReadonlySet<string>> | null = null;

/**
 * True for a password that a guesser finds early, by common choices or knowledge of the owner (OWASP ASVS
 * 5.0, 6.2.4 and 6.2.11). Ignores case.
 */
export async function isWeakPassword(password: string, owner: PasswordOwner): Promise<boolean> {
  const plain = plainOf(password);
  if (isRepetition(plain) || isRun(plain) || isContext(plain, owner)) return true;
  common ??= readCommon();
  return (await common).has(plain);
}

/** Read only when the first password is chosen. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const text = await readFile(new URL('common-passwords.txt', import.meta.url), 'utf8');
  return new Set(text.split('\n').filter((line) => line !== '' && !/^#( |$)/.test(line)));
}

function plainOf(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** A repetition of one to four characters, as in `aaaaaaaa` and `abcabcabc`. */
function isRepetition(plain: string): boolean {
  return [1, 2, 3, 4].some((length) => plain === fill(plain.slice(0, length), plain.length));
}

/** A run such as `abcdefgh`, `98765432` and `asdfghjkl`. */
function isRun(plain: string): boolean {
  const back = Array.from(plain).toReversed().join('');
  if (ROWS.some((row) => [plain, back].some((text) => fill(row, row.length + text.length).includes(text))))
    return true;
  const codes = Array.from(plain, (character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, i) => code - (codes[i] ?? 0)));
  return steps.size === 1 && [1, -1].some((step) => steps.has(step));
}

/**
 * The email, the part before its @, the name, a word of the name, or the product: also twice, or with digits
 * around it.
 */
function isContext(plain: string, { email, name }: PasswordOwner): boolean {
  const [local = ''] = email.split('@');
  const words = [email, local, name, name.replaceAll(/\s+/g, ''), ...name.split(/\s+/), PRODUCT].map(plainOf);
  const core = coreOf(plain);
  return words.some((word) => plain === word || isMultiple(core, coreOf(word)));
}

/** The text without digits and signs around it. */
function coreOf(plain: string): string {
  return plain.replaceAll(/^\P{L}+|\P{L}+$/gu, '');
}

function isMultiple(text: string, part: string): boolean {
  return text !== '' && part !== '' && text === part.repeat(Math.floor(text.length / part.length));
}

/** `part` repeated up to `length`. */
function fill(part: string, length: number): string {
  return part === '' ? '' : part.repeat(Math.ceil(length / part.length)).slice(0, length);
}

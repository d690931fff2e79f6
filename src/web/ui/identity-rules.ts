import { tooLong } from './too-long.ts';

/** The server's limit for the name of a user, and of a passkey. */
export const NAME_LENGTH = 120;
/** The server's limits. */
const PASSWORD = { min: 8, max: 128 };

/** What is wrong with a clean name; `missing` says that there is none. */
export function checkName(name: string, missing: string): string | null {
  return name === '' ? missing : tooLong(name, NAME_LENGTH);
}

export function checkNewPassword(password: string): string | null {
  const { min, max } = PASSWORD;
  const fits = password.length >= min && password.length <= max;
  return fits ? null : `Please enter a Password of ${min} to ${max} characters`;
}

/** Only what is surely no address is rejected here; the server has the last word. */
export function checkEmail(email: string): string | null {
  if (email.trim() === '') return 'Please enter your Email';
  return /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/.test(email) ? null : 'Please enter a valid Email';
}

import { tooLong } from './too-long.ts';
import { NAME_LENGTH, PASSWORD_LENGTH } from '#src/domain/identity-limits.ts';

/** What is wrong with a clean name; `missing` says that there is none. */
export function checkName(name: string, missing: string): string | null {
  return name === '' ? missing : tooLong(name, NAME_LENGTH);
}

export const PASSWORD_HINT = `${PASSWORD_LENGTH.min} characters or more`;

export function checkNewPassword(password: string): string | null {
  const { min, max } = PASSWORD_LENGTH;
  const fits = password.length >= min && password.length <= max;
  return fits ? null : `Please enter a Password of ${min} to ${max} characters`;
}

/** This rejects only what is surely no address; the server has the last word. */
export function checkEmail(email: string): string | null {
  if (email.trim() === '') return 'Please enter your Email';
  return /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/.test(email) ? null : 'Please enter a valid Email';
}

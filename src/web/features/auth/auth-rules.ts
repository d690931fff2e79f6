import { cleanName } from '#src/domain/clean-text.ts';
import { checkEmail, checkName, checkNewPassword } from '#src/web/ui/fields/identity-rules.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface Registration extends Credentials {
  readonly name: string;
}

/** What is wrong with each field of the sign-in form. How long a password should be is no business of those who have one. */
export function checkCredentials({ email, password }: Credentials) {
  return {
    email: checkEmail(email),
    password: password === '' ? 'Please enter your Password' : null,
  };
}

/** `choosesLater`: the password comes once the email is confirmed. */
export function checkRegistration({ name, email, password }: Registration, choosesLater: boolean) {
  return {
    name: checkName(cleanName(name), 'Please enter your Name'),
    email: checkEmail(email),
    password: choosesLater ? null : checkNewPassword(password),
  };
}

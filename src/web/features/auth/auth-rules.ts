import { cleanName } from '#src/domain/clean-text.ts';
import { checkEmail, checkName, checkNewPassword } from '#src/web/ui/fields/identity-rules.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface Registration extends Credentials {
  readonly name: string;
}

/** The problems of the sign-in form by field. An existing password may have any length. */
export function checkCredentials({ email, password }: Credentials) {
  return {
    email: checkEmail(email),
    password: password === '' ? 'Please enter your Password' : null,
  };
}

/** `choosesLater`: the password follows after confirming the email. */
export function checkRegistration({ name, email, password }: Registration, choosesLater: boolean) {
  return {
    name: checkName(cleanName(name), 'Please enter your Name'),
    email: checkEmail(email),
    password: choosesLater ? null : checkNewPassword(password),
  };
}

/** As the server has them. */
const PASSWORD = { min: 8, max: 128 };

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

export interface Registration extends Credentials {
  readonly name: string;
}

/** What is wrong with each field of the log-in form. How long a password should be is no business of those who have one. */
export function checkCredentials({ email, password }: Credentials) {
  return {
    email: checkEmail(email),
    password: password === '' ? 'Please enter your Password' : null,
  };
}

export function checkRegistration({ name, email, password }: Registration) {
  return {
    name: name.trim() === '' ? 'Please enter your Name' : null,
    email: checkEmail(email),
    password: checkNewPassword(password),
  };
}

export function checkNewPassword(password: string): string | null {
  const { min, max } = PASSWORD;
  const fits = password.length >= min && password.length <= max;
  return fits ? null : `Please enter a Password of ${min} to ${max} characters`;
}

/** Only what is surely no address is refused here; the server has the last word. */
export function checkEmail(email: string): string | null {
  if (email.trim() === '') return 'Please enter your Email';
  return /^\s*[^\s@]+@[^\s@]+\.[^\s@]+\s*$/.test(email) ? null : 'Please enter a valid Email';
}

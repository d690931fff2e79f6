/** As the server has them. */
const PASSWORD = { min: 8, max: 128 };

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

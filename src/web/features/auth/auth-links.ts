/** The steps of signing in that only the pages in this folder link to. */
export const authLinks = {
  forgotPassword: '/auth/forgot-password',
  checkMail: '/auth/check-mail',
  secondFactor: '/auth/second-factor',
  phone: '/auth/phone',
} as const;

/** `[name](address)` of an attachment; null without an address. */
export function linkTo(name: unknown, address: unknown): string | null {
  if (typeof address !== 'string' || address === '') return null;
  const text = typeof name === 'string' && name !== '' ? name : address;
  const escaped = (sign: string) => `%${sign.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`;
  return `[${text.replaceAll(/([[\]])/g, String.raw`\$1`)}](${address.replaceAll(/[\s()]/g, escaped)})`;
}

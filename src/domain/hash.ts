/**
 * 64 bits in hexadecimal digits, mixed as in cyrb53 (public domain). Its code is 1 KB smaller than SHA-1, and
 * nobody gains from a collision.
 */
export function hashOf(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}

import { deviceMemory } from '#src/web/platform/device-memory.ts';

const KEY = 'sunglow.recent';
const MOST = 50;

/** The keys of the entries chosen on this device, the newest first. */
export function recentKeys(): readonly string[] {
  return (deviceMemory.get(KEY) ?? '').split('\n').filter(Boolean);
}

export function rememberKey(key: string): void {
  const others = recentKeys().filter((other) => other !== key);
  deviceMemory.set(KEY, [key, ...others].slice(0, MOST).join('\n'));
}

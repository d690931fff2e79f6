/** True for a key that is held with another: it works when single keys are switched off. */
export function isHeld(key: string): boolean {
  return /^(?:Mod|Alt)\+/.test(key);
}

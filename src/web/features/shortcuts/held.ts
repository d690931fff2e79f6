/** True for a key that is held with another: it works when single keys are switched off. Shift counts with keys that type nothing, such as F10. */
export function isHeld(key: string): boolean {
  return /^(?:Mod|Alt|Shift)\+/.test(key);
}

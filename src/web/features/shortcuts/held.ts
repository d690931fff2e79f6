/** True for a key that is held with another: it works when single keys are switched off. Of these, Shift goes with keys that type nothing. */
export function isHeld(key: string): boolean {
  return /^(?:Mod|Alt|Shift)\+/.test(key);
}

/** The longest time in ms between the presses of a double click, or of a key pressed twice. */
export const DOUBLE_PRESS = 600;

/**
 * Says if a press of a control counts. After it, the control rests for 600 ms, since a second press was meant
 * for the first. `byKey`: a control that rests only for keys accepts any other press.
 */
export function takesPress(control: HTMLElement, byKey: boolean): boolean {
  if (control.ariaDisabled && (byKey || !control.dataset['restsForKeys'])) return false;
  letRest(control);
  return true;
}

/**
 * Lets a control rest for keys after it got the focus of a control that a key pressed, so that a second press
 * does nothing.
 */
export function restForKeys(control: HTMLElement): void {
  control.dataset['restsForKeys'] = '';
  letRest(control);
}

function letRest(control: HTMLElement): void {
  control.ariaDisabled = 'true';
  for (const animation of control.getAnimations()) if (animation.id === ID) animation.cancel();
  const rest = control.animate(null, { duration: DOUBLE_PRESS, id: ID });
  rest.onfinish = () => {
    control.ariaDisabled = null;
    delete control.dataset['restsForKeys'];
  };
}

const ID = 'rest';

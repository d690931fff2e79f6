import { useMemo } from 'react';
import type { Screen } from '#src/web/data/screen.ts';
import { changeTexts } from '#src/web/data/undo.ts';
import { useShortcutKeys, type Shortcuts as Bindings } from '#src/web/focus/shortcut-keys.ts';
import { useShortcutsSwitch } from '#src/web/focus/shortcuts-switch.ts';
import { useWhenIdle } from '#src/web/platform/idle.ts';
import { ANYWHERE } from '#src/web/features/shortcuts/commands/anywhere.ts';
import { IN_LISTS } from '#src/web/features/shortcuts/commands/in-lists.ts';
import { isHeld } from './held.ts';
import { taskMoves } from './order-keys.ts';
import { useTools, type Tools } from './tools.ts';

/** Listens anywhere in the app for the keys of commands, and for `g` with the key of a screen. */
export function Shortcuts({ screens }: { readonly screens: readonly Screen[] }) {
  const isOn = useShortcutsSwitch();
  const tools = useTools();
  useWhenIdle(taskMoves.preload);
  useWhenIdle(changeTexts);
  const [held, single] = useMemo(() => bindingsOf(screens, tools), [screens, tools]);
  // Nobody gives a command by accident that goes with another key: the switch is not for them.
  useShortcutKeys(held);
  useShortcutKeys(single, isOn);
  return null;
}

/** The bindings of keys that are held with another one, and those of single keys. */
function bindingsOf(screens: readonly Screen[], tools: Tools): readonly [held: Bindings, single: Bindings] {
  const bindings = [...ANYWHERE, ...IN_LISTS].flatMap(({ keys, run }) =>
    run ? keys.map((key) => [key, (event: KeyboardEvent) => run(tools, event, key)] as const) : [],
  );
  const ofScreens = screens.flatMap(({ key, path }) => {
    const goTo = () => {
      tools.goTo(path);
      return true;
    };
    return key === undefined ? [] : [[`g ${key}`, goTo] as const];
  });
  return [
    Object.fromEntries(bindings.filter(([key]) => isHeld(key))),
    Object.fromEntries([...bindings.filter(([key]) => !isHeld(key)), ...ofScreens]),
  ];
}

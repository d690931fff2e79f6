import type { PartCommand } from './part-command.ts';

// The commands whose keys do something of their own in some part of the page.

export const ADD_TASK = {
  id: 'add-task',
  does: 'Add a task',
  keys: ['q', 'n'],
} as const satisfies PartCommand;
export const NEXT = {
  id: 'next',
  does: 'Next task',
  keys: ['j', 'ArrowDown'],
} as const satisfies PartCommand;
export const PREVIOUS = {
  id: 'previous',
  does: 'Previous task',
  keys: ['k', 'ArrowUp'],
} as const satisfies PartCommand;
export const EDIT = {
  id: 'edit',
  does: 'Edit it, or read a completed one',
  keys: ['e'],
} as const satisfies PartCommand;
export const UP = { id: 'up', does: 'Move it up', keys: ['Alt+ArrowUp'] } as const satisfies PartCommand;
export const DOWN = {
  id: 'down',
  does: 'Move it down',
  keys: ['Alt+ArrowDown'],
} as const satisfies PartCommand;
export const SELECT_ALL = {
  id: 'select-all',
  does: 'Select all',
  keys: ['Mod+a'],
} as const satisfies PartCommand;

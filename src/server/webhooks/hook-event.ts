/** A task entered the filter of a webhook, changed in it, or left it. */
export type HookEventKind = 'entered' | 'changed' | 'left';

/** An event as stored: no text of the task, which is read when the message is sent. */
export type HookEvent = readonly [kind: HookEventKind, taskId: string];

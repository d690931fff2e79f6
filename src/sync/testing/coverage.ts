/** The counted events of a schedule: a schedule without trouble would prove nothing. */
export const EVENTS = [
  'mutation',
  'rejection',
  'crash',
  'page',
  'ok',
  'answerInPages',
  'answerInParts',
  'purgedRow',
  'endedTask',
  'erasedText',
  'resync',
  'resyncWithOutbox',
  'upgradeAsked',
  'unknownMutation',
  'hintTaken',
  'hintLost',
  'hintDoubled',
  'writeLost',
  'writeUnclear',
  'storageFailed',
  'clone',
  'olderApp',
  'rollback',
  'clockJump',
  'erased',
  'memoryLeft',
  'frozen',
  'robbed',
  'openedFirst',
  'sentByWorker',
  'doneOtherwise',
  'setBack',
  'lostChange',
  'sentAgain',
] as const;

export type Event = (typeof EVENTS)[number];

/** The number of times of each event. */
export class Coverage {
  readonly counts = Object.fromEntries(EVENTS.map((event) => [event, 0])) as Record<Event, number>;

  saw(event: Event, times = 1): void {
    this.counts[event] += times;
  }

  add(other: Coverage): void {
    for (const event of EVENTS) this.counts[event] += other.counts[event];
  }

  describe(): string {
    return EVENTS.map((event) => `${event} ${this.counts[event]}`).join(', ');
  }
}

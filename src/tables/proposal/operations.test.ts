import { expect, test } from 'vitest';
import { idSetOf } from '#src/domain/id-set.ts';
import { LIMITS } from '#src/domain/limits.ts';
import { mutation, overlayOver, PROPOSAL, sampleId } from '#src/sync/testing/samples.ts';
import { inverseOf } from '#src/tables/inverse.ts';
import type { Overlay } from '#src/tables/kit/overlay.ts';
import type { MutatorArgs } from '#src/tables/operations.ts';

const id = sampleId('proposal', 1);
const [first, second, third] = [1, 2, 3].map((n) => sampleId('item', n)) as [string, string, string];

let last = 0;
const add = () => mutation(++last, 'proposal.add', { ...PROPOSAL, id, at: 1 });
const decide = (sets: Partial<MutatorArgs<'proposal.decide'>>) =>
  mutation(++last, 'proposal.decide', { id, ...sets, at: 2 });

function withProposal(...decisions: readonly Partial<MutatorArgs<'proposal.decide'>>[]): Overlay {
  const overlay = overlayOver();
  overlay.run(add());
  for (const each of decisions) overlay.run(decide(each));
  return overlay;
}

function decisionsIn(overlay: Overlay) {
  const { accepted = '', declined = '', used = '' } = overlay.get('proposal', id) ?? {};
  return { accepted, declined, used };
}

test('[M2] items of a proposal are accepted, declined and opened again', () => {
  const overlay = withProposal({ accept: first, decline: second });
  expect(decisionsIn(overlay)).toEqual({ accepted: first, declined: second, used: first });
  overlay.run(decide({ reopen: idSetOf([first, second]) }));
  expect(decisionsIn(overlay)).toEqual({ accepted: '', declined: '', used: first });
});

test('[M2] decisions of two devices join: an accepted item is not declined, unless it is opened at once', () => {
  const overlay = withProposal({ accept: first }, { decline: idSetOf([first, third]) }, { accept: second });
  expect(decisionsIn(overlay)).toMatchObject({ accepted: idSetOf([first, second]), declined: third });
  overlay.run(decide({ accept: third }));
  expect(decisionsIn(overlay).declined).toBe('');
  overlay.run(decide({ reopen: first, decline: first }));
  expect(decisionsIn(overlay)).toMatchObject({ accepted: idSetOf([second, third]), declined: first });
});

test('[M2] an item that was accepted and opened again is accepted only by an operation that opens it', () => {
  const overlay = withProposal({ accept: first }, { reopen: first }, { accept: idSetOf([first, second]) });
  expect(decisionsIn(overlay)).toMatchObject({ accepted: second, used: idSetOf([first, second]) });
  overlay.run(decide({ accept: first, reopen: first }));
  expect(decisionsIn(overlay).accepted).toBe(idSetOf([first, second]));
});

test('[M2] the inverse of a decision brings the items back to what they were, and keeps which were accepted', () => {
  const before = [{}, { accept: first }, { decline: first }, { accept: idSetOf([first, second]) }];
  const sets = ['', first, idSetOf([first, second]), third];
  for (const given of before)
    for (const accept of sets)
      for (const decline of sets)
        for (const reopen of sets) {
          const overlay = withProposal(given);
          const was = decisionsIn(overlay);
          const change = decide({ accept, decline, reopen });
          const inverse = inverseOf(change, overlay);
          overlay.run(change);
          const after = decisionsIn(overlay);
          expect(inverse === null).toBe(after.accepted === was.accepted && after.declined === was.declined);
          if (inverse) overlay.run({ ...change, ...inverse });
          expect(decisionsIn(overlay)).toEqual({ ...was, used: after.used });
        }
});

test('a decision on a proposal that is gone, or on more items than a proposal has, changes nothing', () => {
  const overlay = withProposal();
  const many = (from: number) => idSetOf(Array.from({ length: 100 }, (_, n) => sampleId('item', from + n)));
  overlay.run(decide({ accept: many(0) }));
  overlay.run(decide({ accept: many(100) }));
  expect(decisionsIn(overlay).accepted).toBe(many(0));
  overlay.run(mutation(++last, 'proposal.delete', { id, at: 3 }));
  expect(inverseOf(decide({ reopen: first }), overlay)).toBeNull();
  overlay.run(decide({ reopen: first }));
  expect(decisionsIn(overlay).accepted).toBe(many(0));
});

test('a user has 100 proposals at most', () => {
  const full = overlayOver(undefined, { proposal: LIMITS.proposals });
  expect(() => full.run(add())).toThrow(expect.objectContaining({ code: 'PROPOSAL_LIMIT' }));
});

import { expect } from 'chai';
import fc from 'fast-check';
import { differences, type Change, type Item } from '../../../src/resources/secrets/point-in-time/difference.ts';
import { mergeChanges } from '../../../src/resources/secrets/point-in-time/events.ts';
import {
  commitNumber,
  endOfTime,
  momentAt,
  momentBefore,
  momentOf,
  timeOf,
} from '../../../src/resources/secrets/point-in-time/moment.ts';
import { placementAt, type PlaceChange } from '../../../src/resources/secrets/point-in-time/timeline.ts';

/** An id of a change in the folder `f`, at this time. */
const changeIdAt = (time: number, bits = 0): string =>
  `ffffffff-ffff${momentAt(new Date(time)).slice(0, -6)}${bits.toString(16).padStart(6, '0')}`;

describe('a moment', () => {
  it('is in the order of time, and of the bits within a millisecond', () => {
    const times = fc.tuple(fc.integer({ min: 0, max: 2 ** 45 }), fc.integer({ min: 0, max: 2 ** 24 - 1 }));
    fc.assert(
      fc.property(times, times, ([time, bits], [otherTime, otherBits]) => {
        const [one, other] = [changeIdAt(time, bits), changeIdAt(otherTime, otherBits)];
        const isEarlier = time < otherTime || (time === otherTime && bits < otherBits);
        expect(momentOf(one) < momentOf(other)).to.equal(isEarlier);
        expect(BigInt(commitNumber(one)) < BigInt(commitNumber(other))).to.equal(isEarlier);
        expect(momentOf(one) <= momentAt(new Date(otherTime))).to.equal(time <= otherTime);
        expect(momentOf(one) < endOfTime).to.equal(true);
      }),
    );
  });

  it('has a time, and a moment right before it', () => {
    const id = changeIdAt(Date.UTC(2030, 0, 1), 0);
    expect(timeOf(momentOf(id))).to.equal('2030-01-01T00:00:00.000Z');
    expect(momentBefore(id) < momentOf(id)).to.equal(true);
    expect(momentBefore(id)).to.equal(momentAt(new Date(Date.UTC(2030, 0, 1) - 1)));
  });
});

/** A secret that is created, moved, deleted and restored at random. */
const steps = fc.array(fc.constantFrom('move', 'delete', 'restore'), { maxLength: 12 });

describe('the placement of a secret', () => {
  it('is the one that it had at each moment, whatever happened since', () => {
    fc.assert(
      fc.property(steps, (actions) => {
        const changes: PlaceChange[] = [];
        const folders: (string | undefined)[] = ['f0'];
        let folder = 'f0';
        let isDeleted = false;
        for (const [index, action] of actions.entries()) {
          const base = {
            changeId: changeIdAt(1000 + index),
            name: 'K',
            otherName: null,
            otherFolderId: null,
            version: 1,
          };
          const record = (change: Pick<PlaceChange, 'kind' | 'folderId'> & Partial<PlaceChange>) =>
            changes.push({ ...base, ...change, sequence: changes.length });
          if (action === 'move' && !isDeleted) {
            const next = `f${index + 1}`;
            record({ kind: 'secret-moved-away', folderId: folder, otherFolderId: next });
            record({ kind: 'secret-moved-here', folderId: next, otherFolderId: folder });
            folder = next;
          } else if (action === 'delete' && !isDeleted) {
            record({ kind: 'secret-deleted', folderId: folder });
            isDeleted = true;
          } else if (action === 'restore' && isDeleted) {
            record({ kind: 'secret-restored', folderId: folder });
            isDeleted = false;
          }
          folders.push(isDeleted ? undefined : folder);
        }
        const now = { folderId: folder, name: 'K', version: 1 };
        for (const [index, expected] of folders.entries())
          expect(placementAt(changes, now, momentOf(changeIdAt(999 + index)))?.folderId).to.equal(expected);
      }),
    );
  });

  it('is that before a rename, and none before the creation', () => {
    const base = { folderId: 'f', otherFolderId: null, version: null };
    const created = {
      ...base,
      sequence: 1,
      changeId: changeIdAt(1),
      kind: 'folder-created' as const,
      name: 'a',
      otherName: null,
    };
    const renamed = {
      ...base,
      sequence: 2,
      changeId: changeIdAt(2),
      kind: 'folder-renamed' as const,
      name: 'b',
      otherName: 'a',
    };
    const now = { folderId: 'f', name: 'b', version: null };
    const nameAt = (changes: PlaceChange[], time: number) => placementAt(changes, now, momentAt(new Date(time)))?.name;
    expect([0, 1, 2].map((time) => nameAt([created, renamed], time))).to.deep.equal([undefined, 'a', 'b']);
    expect([0, 1, 2].map((time) => nameAt([renamed], time))).to.deep.equal(['a', 'a', 'b']);
    expect(nameAt([], 0)).to.equal('b');
  });
});

const items = fc
  .uniqueArray(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd'),
      folderId: fc.constantFrom('f', 'g'),
      name: fc.constantFrom('K', 'L'),
      version: fc.constantFrom(1, 2, undefined),
    }),
    { selector: ({ id }) => id },
  )
  .map((list) => new Map<string, Item>(list.map((item) => [item.id, item])));

const applied = (from: ReadonlyMap<string, Item>, changes: readonly Change<Item>[]): Map<string, Item> => {
  const state = new Map(from);
  for (const { before, after } of changes) {
    if (after) state.set(after.id, after);
    else state.delete(before.id);
  }
  return state;
};

const sorted = (state: ReadonlyMap<string, Item>) =>
  [...state.values()].sort((one, other) => (one.id < other.id ? -1 : 1));

describe('the difference of two states', () => {
  it('leads from one to the other, and is empty only if they are equal', () => {
    fc.assert(
      fc.property(items, items, (from, to) => {
        const changes = differences(from, to);
        expect(sorted(applied(from, changes))).to.deep.equal(sorted(to));
        expect(changes.length === 0).to.equal(JSON.stringify(sorted(from)) === JSON.stringify(sorted(to)));
      }),
    );
  });
});

describe('the events of several steps', () => {
  const folder = { id: 'f', environment: 'dev', path: '/' };

  it('are one of each kind for each folder, and what is created and deleted again is none', () => {
    const merged = mergeChanges([
      { kind: 'secret:create', folder, keys: ['A', 'B', 'C'] },
      { kind: 'secret:delete', folder, keys: ['C', 'D'] },
      { kind: 'secret:update', folder, keys: ['B', 'E'] },
      { kind: 'secret:create', folder, keys: ['D'] },
      { kind: 'secret:delete', folder: { ...folder, id: 'g', path: '/g' }, keys: ['A'] },
    ]);
    expect(merged.map(({ kind, folder: { path }, keys }) => `${kind} ${path} ${keys.join()}`)).to.deep.equal([
      'secret:create / A,B',
      'secret:update / D,E',
      'secret:delete /g A',
    ]);
  });
});

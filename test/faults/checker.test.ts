import { expect } from 'chai';
import { compare, Model, settle, Site, type Observed } from '../../scripts/faults/short-run.mjs';
import { newStorage } from '../support/world/world.ts';

/** A model with acknowledged writes of every kind, and with unanswered ones of every kind. */
const newModel = (): Model => {
  const model = new Model();
  const secret = model.addSlot('secret', 'A', null);
  model.acknowledgeState(secret, { value: 'one', version: 1 }, 'create-secret', 'req-1');
  model.acknowledgeState(secret, { value: 'two', version: 2 }, 'update-secret', 'req-2');
  model.acknowledgeState(model.addSlot('secret', 'B', { value: 'b', version: 1 }), null, 'delete-secret', 'req-3');
  model.acknowledgeState(
    model.addSlot('token', 'T', { works: true }),
    { works: false },
    'revoke-token-identity-token-auth',
    'req-4',
  );
  model.doubtState(
    model.addSlot('secret', 'C', { value: 'c', version: 1 }),
    { value: 'd', version: 2 },
    'update-secret',
  );
  const counter = model.addCounter('client secret', { limit: 3, facts: { event: 'login' } });
  model.acknowledgeUse(counter, 'login', 'req-5');
  model.acknowledgeUse(counter, 'login', 'req-6');
  model.doubtUse(counter);
  const history = model.addHistory('SHARED', 'first', { event: 'update-secret' });
  model.acknowledgeValue(history, 'second', 'update-secret', 'req-7');
  model.doubtValue(history, 'third');
  model.doubtEvent('issue-cert');
  model.acknowledgeRead('read-1', 1000);
  return model;
};

/** The state with all acknowledged writes and no unanswered ones. */
const intact = () => ({
  states: new Map<string, Record<string, unknown> | null>([
    ['secret A', { value: 'two', version: 2 }],
    ['secret B', null],
    ['token T', { works: false }],
    ['secret C', { value: 'c', version: 1 }],
  ]),
  uses: new Map([['uses of client secret', 2]]),
  versions: new Map([
    [
      'versions of SHARED',
      [
        { version: 1, value: 'first' },
        { version: 2, value: 'second' },
      ],
    ],
  ]),
  entries: [
    { event: 'create-secret', requestId: 'req-1' },
    { event: 'update-secret', requestId: 'req-2' },
    { event: 'delete-secret', requestId: 'req-3' },
    { event: 'revoke-token-identity-token-auth', requestId: 'req-4' },
    { event: 'login', requestId: 'req-5' },
    { event: 'login', requestId: 'req-6' },
    { event: 'update-secret', requestId: 'req-7' },
  ],
});

/** The state with all unanswered writes too. */
const withUnanswered = (): Observed => {
  const observed = intact();
  observed.states.set('secret C', { value: 'd', version: 2 });
  observed.uses.set('uses of client secret', 3);
  observed.versions.get('versions of SHARED')!.push({ version: 3, value: 'third' });
  observed.entries.push(
    { event: 'update-secret', requestId: 'lost-1' },
    { event: 'login', requestId: 'lost-2' },
    { event: 'update-secret', requestId: 'lost-3' },
    { event: 'issue-cert', requestId: 'lost-4' },
  );
  return observed;
};

const problemsAfter = (spoil: (observed: ReturnType<typeof intact>) => void): string => {
  const observed = intact();
  spoil(observed);
  return compare(newModel(), observed).join('\n');
};

const versionsOf = (observed: ReturnType<typeof intact>) => observed.versions.get('versions of SHARED')!;

describe('the comparison of the fault campaign', () => {
  it('accepts the acknowledged writes, with and without the unanswered ones', () => {
    expect(compare(newModel(), intact())).to.deep.equal([]);
    expect(compare(newModel(), withUnanswered())).to.deep.equal([]);
  });

  it('records what it found, so that it must remain', () => {
    const model = newModel();
    settle(model, withUnanswered());
    const later = { ...withUnanswered(), entries: [] };
    expect(compare(model, later)).to.deep.equal([]);
    later.states.set('secret C', { value: 'c', version: 1 });
    expect(compare(model, later)).to.have.lengthOf(1);
  });

  const losses: Record<string, [(observed: ReturnType<typeof intact>) => void, string]> = {
    'a lost secret': [({ states }) => states.set('secret A', null), 'lost: secret A is null'],
    'a lost change of a value': [
      ({ states }) => states.set('secret A', { value: 'one', version: 1 }),
      'lost: secret A is {"value":"one","version":1}',
    ],
    'a change that was made twice': [
      ({ states }) => states.set('secret A', { value: 'two', version: 3 }),
      'lost: secret A is',
    ],
    'a deletion that was undone': [
      ({ states }) => states.set('secret B', { value: 'b', version: 1 }),
      'lost: secret B is',
    ],
    'a revocation that was undone': [
      ({ states }) => states.set('token T', { works: true }),
      'lost: token T is {"works":true}',
    ],
    'a value that was not sent': [
      ({ states }) => states.set('secret C', { value: 'x', version: 2 }),
      'lost: secret C is',
    ],
    'a login that was not counted': [({ uses }) => uses.set('uses of client secret', 1), '1 counted, 2 acknowledged'],
    'more logins than were tried': [
      ({ uses }) => uses.set('uses of client secret', 4),
      '4 counted, only 2 acknowledged and 1 in doubt',
    ],
    'a lost version': [(observed) => versionsOf(observed).pop(), "lost: versions of SHARED: 'second'"],
    'a gap between versions': [(observed) => (versionsOf(observed)[1]!.version = 3), 'version 3 instead of 2'],
    'a duplicate version': [
      (observed) => versionsOf(observed).push({ version: 3, value: 'second' }),
      "'second' exists twice",
    ],
    'a lost entry of the audit log': [({ entries }) => entries.shift(), 'the audit log has 0 entries of create-secret'],
    'an entry of a change that was not made': [
      ({ entries }) => entries.push({ event: 'delete-secret', requestId: 'x' }),
      'the audit log has 2 entries of delete-secret for 1 changes',
    ],
    'an unanswered change that was made without its entry': [
      ({ states }) => states.set('secret C', { value: 'd', version: 2 }),
      'the audit log has 2 entries of update-secret for 3 changes',
    ],
  };

  for (const [name, [spoil, problem]] of Object.entries(losses)) {
    it(`reports ${name}`, () => expect(problemsAfter(spoil)).to.contain(problem));
  }

  it('reports a login beyond the limit', () => {
    const model = newModel();
    const uses = new Map([['uses of other', 2]]);
    const counter = model.addCounter('other', { limit: 1, facts: { event: 'login' } });
    model.acknowledgeUse(counter, 'login', 'req-8');
    model.acknowledgeUse(counter, 'login', 'req-9');
    expect(compare(model, { ...intact(), uses }).join('\n')).to.contain('2 counted, and the limit is 1');
  });

  it('reports a lost entry of a read, unless the response was too recent', () => {
    const reads = (readsUntil: number) => compare(newModel(), { ...intact(), readEntries: [], readsUntil });
    expect(reads(1000)).to.deep.equal(['lost: the audit log has no entry of 1 of 1 reads']);
    expect(reads(999)).to.deep.equal([]);
  });
});

describe('a check of a real server', () => {
  it('reports a change that was reverted directly in the database', async () => {
    const site = new Site(await newStorage('sqlite'));
    try {
      await site.open();
      site.writers.resume();
      const hasAll = (): boolean =>
        ['secret', 'token'].every((kind) =>
          [...site.model.slots.values()].some(
            (slot) => slot.kind === kind && slot.state !== null && slot.state.works !== true,
          ),
        );
      while (!hasAll()) await new Promise(setImmediate);
      await site.writers.pause();
      expect([...(await site.check()), ...site.problems]).to.deep.equal([]);

      await site.execute('update identity_access_tokens set "isRevoked" = 0');
      expect((await site.check({ isAll: true })).join('\n')).to.match(/lost: token \S+ is {"works":true}/);
    } finally {
      await site.close();
    }
  });
});

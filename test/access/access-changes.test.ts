import { expect } from 'chai';
import { changeOf, mayHaveChanged } from '../../src/access/access-changes.ts';

const [alice, bob, carol] = ['aaaaaaaa-1', 'bbbbbbbb-1', 'cccccccc-1'] as const;

type Access = Parameters<typeof mayHaveChanged>[0];

/** The project after a change of one member's rules, as the database computes it. */
const changed = ({ accessRevision, accessChanges }: Access, revision: number, membershipId: string): Access => {
  const { start, end } = changeOf(revision, membershipId);
  return { accessRevision: revision, accessChanges: `${start}${accessRevision}${end}${accessChanges}` };
};

describe('the changes of access in a project', () => {
  const first = { accessRevision: 7, accessChanges: '' };
  const second = changed(changed(first, 31, alice), 24, bob);

  it('concern the members that they name, since any earlier revision that they lead from', () => {
    const concerned = (since: number) => [alice, bob, carol].filter((member) => mayHaveChanged(second, since, member));
    expect(concerned(24)).to.deep.equal([]);
    expect(concerned(31)).to.deep.equal([bob]);
    expect(concerned(7)).to.deep.equal([alice, bob]);
  });

  it('concern everybody since a revision that they do not lead from', () => {
    expect(mayHaveChanged(second, 3, carol)).to.equal(true);
    expect(mayHaveChanged(first, 3, carol)).to.equal(true);
    const others = { accessRevision: 50, accessChanges: '' };
    expect(mayHaveChanged(changed(others, 51, alice), 24, carol)).to.equal(true);
  });

  it('concern everybody if a revision is not part of them, as after a change by an older version', () => {
    const byAnother = { ...second, accessRevision: 99 };
    expect(mayHaveChanged(byAnother, 24, carol)).to.equal(true);
    expect(mayHaveChanged(changed(byAnother, 100, alice), 99, carol)).to.equal(false);
    expect(mayHaveChanged(changed(byAnother, 100, alice), 24, carol)).to.equal(true);
  });

  it('concern everybody since a change that is cut off', () => {
    for (let length = 0; length < second.accessChanges.length - 1; length += 1) {
      const cut = { ...second, accessChanges: second.accessChanges.slice(0, length) };
      expect(mayHaveChanged(cut, 7, carol), cut.accessChanges).to.equal(true);
    }
  });
});

import { expect } from 'chai';
import { organizationSubjects, subjectsWithConditions } from '../../src/access/organization-subjects.ts';
import { contract } from '../support/expect/contract.ts';

describe('the subjects of organizations', () => {
  it('are those of the contract, with the same actions', () => {
    const { description } = contract.components.schemas.OrganizationRuleInput as { description: string };
    const rows = [...description.matchAll(/^\| (`.+`) \| (`.+`) \|$/gm)].map(([, subject, actions]) => [
      subject!.slice(1, -1),
      actions!.split(', ').map((action) => action.slice(1, -1)),
    ]);
    expect(rows).to.deep.equal([...organizationSubjects]);
  });

  it('include those whose rules may have conditions', () => {
    expect([...organizationSubjects.keys()]).to.include.members([...subjectsWithConditions]);
  });
});

import { expect } from 'chai';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { describedPatterns, patternMessage } from '../../src/http/openapi-validator/patterns.ts';
import { onEachDatabase } from '../support/world/world.ts';

const patternsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { pattern } = value as { pattern?: unknown };
  return [...(typeof pattern === 'string' ? [pattern] : []), ...Object.values(value).flatMap(patternsIn)];
};

describe('the patterns of the contract', () => {
  it('are all described in words', () => {
    expect([...new Set(patternsIn(contract))]).to.have.members([...describedPatterns]);
  });

  it('have descriptions without regular expressions', () => {
    for (const pattern of [...describedPatterns, 'unknown']) expect(patternMessage(pattern)).not.to.match(/[\^$[\]\\]/);
  });
});

onEachDatabase('a text that does not match a pattern', (world) => {
  it('is refused with a description, not with a regular expression', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const body = { projectName: 'Name', slug: 'Not A Slug' };
    const { status, body: answer } = await world().call('createProject', { as, body });
    expect(status).to.equal(422);
    expect(answer.message).to.deep.equal([
      {
        code: 'pattern',
        in: 'body',
        path: ['slug'],
        message: 'must be lower-case letters and digits, in words joined by single dashes',
      },
    ]);
  });
});

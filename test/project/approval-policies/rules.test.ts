import { expect } from 'chai';
import {
  approvalsIn,
  findCurrentStep,
  findGoverning,
  isWithin,
  mayApprove,
  mayBypass,
  stepsOf,
} from '../../../src/resources/project/approval-policies/rules.ts';

const policiesOn = (...patterns: string[]) =>
  patterns.map((secretPath, index) => ({ secretPath, environmentIds: ['prod'], name: `${index}` }));

const governing = (path: string, ...patterns: string[]): string | undefined =>
  findGoverning(policiesOn(...patterns), 'prod', path)?.secretPath;

describe('approval policies', () => {
  it('include folders and the patterns within theirs', () => {
    const rows: [pattern: string, path: string, expected: boolean][] = [
      ['/app', '/app', true],
      ['/app', '/app/x', false],
      ['/app', '/app/**', false],
      ['/app/**', '/app', true],
      ['/app/**', '/app/x/y', true],
      ['/app/**', '/app/*', true],
      ['/app/**', '/app/**', true],
      ['/app/**', '/apple', false],
      ['/app/**', '/**', false],
      ['/**', '/app/**', true],
      ['/*', '/**', false],
      ['/{a,b}/**', '/b/c', true],
      ['/{a,b}/**', '/{b,a}/*', true],
      ['/{a,b}', '/?', false],
      ['/**', '/', true],
    ];
    for (const [pattern, path, expected] of rows)
      expect(isWithin(pattern, path), `${pattern} ${path}`).to.equal(expected);
  });

  it('govern by the most specific pattern, then the oldest', () => {
    expect(governing('/app', '/**', '/app')).to.equal('/app');
    expect(governing('/app/x', '/**', '/app/**', '/app/x/**')).to.equal('/app/x/**');
    expect(governing('/app/x', '/app/**', '/app/*', '/**')).to.equal('/app/*');
    expect(governing('/app/x', '/app/*', '/app/**')).to.equal('/app/*');
    expect(governing('/app/**', '/app/*', '/app/**', '/**')).to.equal('/app/**');
    expect(governing('/b', '/app/**')).to.equal(undefined);
    const twice = policiesOn('/app/**', '/app/**');
    expect(findGoverning(twice, 'prod', '/app')).to.equal(twice[0]);
    expect(findGoverning(twice, 'dev', '/app')).to.equal(undefined);
  });

  it('take their number of approvals where a step has none of its own', () => {
    const approvers = [{ step: 2 }, { step: 1 }, { step: 2 }];
    expect(stepsOf({ approvals: 3, steps: [{ step: 2, approvals: 1 }] }, approvers)).to.deep.equal([
      { step: 1, approvals: 3 },
      { step: 2, approvals: 1 },
    ]);
  });

  it('go from step to step, and count each person once', () => {
    const steps = [
      { step: 1, approvals: 1 },
      { step: 2, approvals: 2 },
    ];
    const ada = { step: 1, userId: 'ada' };
    const bo = { step: 2, userId: 'bo' };
    expect(findCurrentStep(steps, [])).to.equal(steps[0]);
    expect(findCurrentStep(steps, [bo])).to.equal(steps[0]);
    expect(findCurrentStep(steps, [ada, bo, bo])).to.equal(steps[1]);
    expect(findCurrentStep(steps, [ada, bo, { step: 2, userId: 'ada' }])).to.equal(undefined);
    expect(approvalsIn(steps[1]!, [ada, bo, bo])).to.equal(1);
  });

  it('let those of the current step approve, and authors only if the policy says so', () => {
    const approvers = [
      { step: 1, userId: 'ada' },
      { step: 2, userId: 'bo' },
    ];
    const may = (allowedSelfApprovals: boolean, userId: string, authorId: string) =>
      mayApprove({ allowedSelfApprovals }, { step: 1 }, approvers, { userId, authorId });
    expect(may(false, 'ada', 'cy')).to.equal(true);
    expect(may(false, 'bo', 'cy')).to.equal(false);
    expect(may(false, 'ada', 'ada')).to.equal(false);
    expect(may(true, 'ada', 'ada')).to.equal(true);
  });

  it('let only listed people bypass, and only soft ones', () => {
    const listed = [{ userId: 'ada' }];
    expect(mayBypass({ enforcementLevel: 'soft' }, listed, 'ada')).to.equal(true);
    expect(mayBypass({ enforcementLevel: 'soft' }, listed, 'bo')).to.equal(false);
    expect(mayBypass({ enforcementLevel: 'soft' }, [], 'ada')).to.equal(false);
    expect(mayBypass({ enforcementLevel: 'hard' }, listed, 'ada')).to.equal(false);
  });
});

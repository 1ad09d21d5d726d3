import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { nextSteps } from '../../src/cli/next-steps.ts';

describe('the next steps after the set-up', () => {
  it('are commands for a shell, with everything filled in', () => {
    const text = nextSteps({
      url: 'https://x.example:8443',
      token: 'ab.cd',
      tokenEnd: '2030-01-01',
      projectId: 'id-1',
      projectSlug: 'rockets',
      environment: 'dev',
      isSignedIn: false,
    });
    const commands = text.split('\n').filter((line) => /^ {2}(export|infisical)/.test(line));
    expect(commands).to.have.length(3);
    const script = `infisical() { echo "$INFISICAL_API_URL $INFISICAL_TOKEN $*"; }\n${commands.join('\n')}`;
    expect(execFileSync('sh', ['-c', script], { encoding: 'utf8' }).split('\n')).to.include.members([
      'https://x.example:8443/api ab.cd run --projectId id-1 --env dev -- printenv GREETING',
    ]);
    expect(text)
      .to.include('login --url https://x.example:8443')
      .and.include('secrets set GREETING=hello --project rockets');
    expect(text).to.include('run --project rockets --env dev -- printenv GREETING');
    expect(text).to.include("siteUrl: 'https://x.example:8443'").and.include("projectId: 'id-1'");
  });
});

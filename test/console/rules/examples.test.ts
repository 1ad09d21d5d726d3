import { expect } from 'chai';
import { examplesOf } from '../../../src/console/client-commands/examples.ts';
import type { SignIn } from '../../../src/console/client-commands/place.ts';

const place = { site: 'https://s.example.com', projectId: 'p', projectSlug: 'rockets', environment: 'dev' };
const identityId = 'an-identity';

const commandsOf = (signIn: SignIn): Record<string, string> =>
  Object.fromEntries(examplesOf(place, signIn).map(({ title, command }) => [title, command]));

const signIns: readonly SignIn[] = [
  { method: 'token-auth' },
  { method: 'universal-auth' },
  { method: 'oidc-auth', identityId, provider: 'own', audience: '' },
  { method: 'kubernetes-auth', identityId, audience: '' },
  { method: 'gcp-auth', identityId, type: 'gce' },
  ...(['jwt-auth', 'aws-auth', 'azure-auth', 'ldap-auth', 'tls-cert-auth'] as const).map((method) => ({
    method,
    identityId,
  })),
];

describe('the commands that sign in', () => {
  it('are those of every client that has the login', () => {
    const titles = Object.fromEntries(signIns.map((signIn) => [signIn.method, Object.keys(commandsOf(signIn))]));
    expect(titles).to.deep.include({
      'kubernetes-auth': ['CLI', 'Go', 'Kubernetes', 'curl'],
      'jwt-auth': ['CLI', 'Go', 'curl'],
      'aws-auth': ['CLI', 'Node.js', 'Python', 'Go'],
      'azure-auth': ['CLI', 'Go', 'curl'],
      'gcp-auth': ['CLI', 'Go', 'curl'],
      'ldap-auth': ['CLI', 'Python', 'Go', 'curl'],
      'tls-cert-auth': ['CLI', 'curl'],
    });
  });

  it('import in Go only what they use, because it refuses others', () => {
    for (const signIn of signIns) {
      const { Go: program } = commandsOf(signIn);
      if (program === undefined) continue;
      expect(program.includes('"os"'), signIn.method).to.equal(program.includes('os.Getenv'));
    }
  });

  it('use a token for the audience that the identity accepts, and otherwise that of the API server', () => {
    const usual = commandsOf({ method: 'kubernetes-auth', identityId, audience: '' });
    const own = commandsOf({ method: 'kubernetes-auth', identityId, audience: 'sallyport' });
    for (const client of ['CLI', 'Go', 'curl']) {
      expect(usual[client], client).to.include('/var/run/secrets/kubernetes.io/serviceaccount/token');
      expect(own[client], client).to.include('/var/run/secrets/sallyport/token');
    }
    expect(usual.Kubernetes).not.to.include('serviceAccountTokenAudiences');
    expect(own.Kubernetes).to.include('      serviceAccountTokenAudiences: ["sallyport"]\n      secretsScope:');
  });

  it('log in with the tokens of Google Cloud that are accepted', () => {
    const of = (type: 'gce' | 'iam') => Object.values(commandsOf({ method: 'gcp-auth', identityId, type })).join('\n');
    expect(of('gce')).to.include('--method gcp-id-token').and.include('GcpIdTokenAuthLogin').and.not.include('gcp-iam');
    expect(of('iam')).to.include('--method gcp-iam').and.include('GcpIamAuthLogin').and.not.include('gcp-id-token');
  });
});

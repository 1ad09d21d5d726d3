import type { components } from '../../../generated/api.d.ts';
import type { SignIn } from '../client-commands/place.ts';

type OidcAuth = components['schemas']['OidcAuth'];

export type OidcPreset = 'github' | 'gitlab' | 'kubernetes' | 'own';

/** What is typed; which fields count depends on the preset. */
export interface OidcValues {
  readonly preset: OidcPreset;
  /** `owner/name` on GitHub, `group/project` on GitLab. */
  readonly repository: string;
  /** What of the repository may sign in. */
  readonly part: 'any' | 'branch' | 'tag' | 'environment';
  readonly partName: string;
  /** The address of the provider. */
  readonly issuer: string;
  /** Where its configuration is; empty if that is the issuer. */
  readonly discoveryUrl: string;
  readonly namespace: string;
  readonly serviceAccount: string;
  readonly audiences: string;
  readonly subject: string;
  /** `name=value` on each line. */
  readonly claims: string;
  readonly caCert: string;
}

const githubIssuer = 'https://token.actions.githubusercontent.com';

export const newOidcValues = (preset: OidcPreset, site: string): OidcValues => ({
  preset,
  repository: '',
  part: 'any',
  partName: '',
  issuer: preset === 'gitlab' ? 'https://gitlab.com' : '',
  discoveryUrl: '',
  namespace: 'default',
  serviceAccount: '',
  // GitHub's tokens have the address of the owner, unless the job asks for another one.
  audiences: preset === 'github' || preset === 'own' ? '' : site,
  subject: '',
  claims: '',
  caCert: '',
});

const githubParts = { any: '*', branch: 'ref:refs/heads/', tag: 'ref:refs/tags/', environment: 'environment:' };

const subjectOf = (values: OidcValues): string => {
  const { preset, repository, part, partName, namespace, serviceAccount, subject } = values;
  const name = partName.trim();
  switch (preset) {
    case 'github':
      return `repo:${repository.trim()}:${githubParts[part]}${part === 'any' ? '' : name}`;
    case 'gitlab':
      return `project_path:${repository.trim()}:ref_type:${part === 'any' ? '*' : `${part}:ref:${name}`}`;
    case 'kubernetes':
      return `system:serviceaccount:${namespace.trim()}:${serviceAccount.trim()}`;
    case 'own':
      return subject.trim();
  }
};

const claimsOf = (lines: string): Record<string, string> =>
  Object.fromEntries(
    lines
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => {
        const [name = '', ...value] = line.split('=');
        return [name.trim(), value.join('=').trim()];
      }),
  );

/** What the tokens of the provider have to match. */
export const bindingOf = (values: OidcValues) => {
  const { preset, repository, discoveryUrl, audiences, claims, caCert } = values;
  const isGithub = preset === 'github';
  const boundIssuer = isGithub ? githubIssuer : values.issuer.trim();
  return {
    oidcDiscoveryUrl: (!isGithub && discoveryUrl.trim()) || boundIssuer,
    boundIssuer,
    boundAudiences: isGithub ? `https://github.com/${repository.trim().split('/')[0]}` : audiences.trim(),
    boundSubject: subjectOf(values),
    boundClaims: preset === 'own' ? claimsOf(claims) : {},
    caCert: isGithub ? '' : caCert.trim(),
  };
};

type Binding = Pick<OidcAuth, 'boundIssuer' | 'boundSubject' | 'boundAudiences'>;

const providerOf = ({ boundIssuer, boundSubject }: Binding): OidcPreset => {
  if (boundIssuer === githubIssuer) return 'github';
  if (boundSubject.startsWith('project_path:')) return 'gitlab';
  return boundSubject.startsWith('system:serviceaccount:') ? 'kubernetes' : 'own';
};

/** How a program signs in with tokens that match. */
export const oidcSignIn = (identityId: string, binding: Binding): SignIn => {
  const provider = providerOf(binding);
  const { boundAudiences } = binding;
  // Tokens of GitHub have the address of the owner unless the job asks for another audience.
  const isUsual = provider === 'github' && /^https:\/\/github\.com\/[^/,]+$/.test(boundAudiences);
  return { method: 'oidc-auth', identityId, provider, audience: isUsual ? '' : boundAudiences.split(',')[0]!.trim() };
};

/** The stored configuration, to edit. */
export const storedOidcValues = (stored: OidcAuth): OidcValues => ({
  ...newOidcValues('own', ''),
  issuer: stored.boundIssuer,
  discoveryUrl: stored.oidcDiscoveryUrl === stored.boundIssuer ? '' : stored.oidcDiscoveryUrl,
  audiences: stored.boundAudiences,
  subject: stored.boundSubject,
  claims: Object.entries(stored.boundClaims)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n'),
  caCert: stored.caCert,
});

type Errors = Partial<Record<keyof OidcValues, string>>;

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:/.test(text);

const repositoryErrors = ({ repository, part, partName }: OidcValues): Errors => ({
  ...(!/^[^/\s]+(\/[^/\s]+)+$/.test(repository.trim()) && {
    repository: 'Enter the owner and the name: acme/rockets.',
  }),
  ...(part !== 'any' && partName.trim() === '' && { partName: 'Enter its name.' }),
});

/** What is wrong with the fields of the preset. */
export const oidcErrors = (values: OidcValues): Errors => {
  const { preset, issuer, discoveryUrl, serviceAccount, namespace, subject, claims } = values;
  const message = 'Enter an address: https://example.com.';
  const ofIssuer = {
    ...(!isAddress(issuer.trim()) && { issuer: message }),
    ...(discoveryUrl.trim() !== '' && !isAddress(discoveryUrl.trim()) && { discoveryUrl: message }),
  };
  switch (preset) {
    case 'github':
      return repositoryErrors(values);
    case 'gitlab':
      return { ...repositoryErrors(values), ...ofIssuer };
    case 'kubernetes':
      return {
        ...ofIssuer,
        ...(namespace.trim() === '' && { namespace: 'Enter a namespace.' }),
        ...(serviceAccount.trim() === '' && { serviceAccount: 'Enter the name of a service account.' }),
      };
    case 'own':
      return {
        ...ofIssuer,
        ...(Object.entries(claimsOf(claims)).some(([name, value]) => name === '' || value === '') && {
          claims: 'Write each claim on a line: name=value.',
        }),
        ...(subject.trim() === '' &&
          claims.trim() === '' && {
            subject: 'Enter a subject or a claim, so that not everybody’s tokens are accepted.',
          }),
      };
  }
};

/** What Infisical has, by the beginning of its paths after `/api/v1` (or another version). */
const features: Readonly<Record<string, string>> = {
  'agent-gateways': 'agent gateways',
  'audit-log-streams': 'streams of the audit log',
  'auth/alicloud-auth': 'Alibaba Cloud auth',
  'auth/oci-auth': 'OCI auth',
  'cert-manager/acme': 'ACME',
  'external-kms': 'external key management',
  gateways: 'gateways',
  'github-org-sync-config': 'GitHub organization sync',
  'honey-tokens': 'honey tokens',
  'identity-templates': 'templates of machine identities',
  insights: 'insights',
  integration: 'integrations',
  'integration-auth': 'integrations',
  kmip: 'KMIP',
  kms: 'key management',
  ldap: 'LDAP sign-in',
  pam: 'privileged access management',
  'pki/alerts': 'certificate alerts',
  'pki/collections': 'certificate collections',
  'pki/subscribers': 'certificate subscribers',
  'pki/syncs': 'certificate syncs',
  'project-templates': 'project templates',
  relays: 'relays',
  scim: 'SCIM',
  'secret-rotation-providers': 'secret rotation',
  'secret-scanning': 'secret scanning',
  'secret-sharing': 'sharing of secrets',
  'secret-syncs': 'secret syncs',
  slack: 'Slack notifications',
  ssh: 'SSH certificates',
  'sso/saml2': 'SAML sign-in',
  'user-secrets': 'secrets of users',
  'workflow-integrations': 'workflow integrations',
};

/** The first segments of a path after the version. */
const startOf = (path: string, segments: number): string | undefined =>
  /^\/api\/v\d+\/(.*)$/.exec(path)?.[1]?.split('/', segments).join('/');

/** Knows the parts of Infisical's interface that the contract does not have. */
export class MissingFeatures {
  readonly #offered: ReadonlySet<string | undefined>;

  constructor(paths: readonly string[]) {
    this.#offered = new Set(paths.flatMap((path) => [startOf(path, 1), startOf(path, 2)]));
  }

  /** Returns what Infisical has under the path, unless this server has it too. */
  find(path: string): string | undefined {
    const start = [startOf(path, 2), startOf(path, 1)].find(
      (each) => each !== undefined && Object.hasOwn(features, each),
    );
    return start === undefined || this.#offered.has(start) ? undefined : features[start];
  }
}

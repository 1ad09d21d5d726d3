const crud = ['read', 'create', 'edit', 'delete'] as const;

/**
 * The subjects of an organization with their actions. Subjects that no feature uses are accepted, and grant nothing.
 */
export const organizationSubjects: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ['workspace', ['create']],
  ['project', ['create', 'request-access']],
  ['organization-admin-console', ['access-all-projects']],
  ['project-templates', crud],
  ['sub-organization', ['create', 'edit', 'delete', 'direct-access', 'link-group']],
  ['member', crud],
  ['role', crud],
  ['settings', crud],
  ['incident-contact', crud],
  ['audit-logs', ['read']],
  ['identity', [...crud, 'grant-privileges', 'edit-auth', 'revoke-auth', 'create-token', 'get-token', 'delete-token']],
  [
    'machine-identity-auth-template',
    [
      'list-templates',
      'create-templates',
      'edit-templates',
      'delete-templates',
      'attach-templates',
      'unlink-templates',
    ],
  ],
  ['groups', [...crud, 'grant-privileges', 'add-members', 'remove-members', 'add-identities', 'remove-identities']],
  ['sso', [...crud, 'bypass-sso-enforcement']],
  ['scim', crud],
  ['ldap', crud],
  ['github-org-sync', crud],
  ['github-org-sync-manual', crud],
  ['oauth-clients', crud],
  ['email-domains', ['read', 'create', 'verify-domain', 'delete']],
  ['secret-scanning', crud],
  ['kms', crud],
  ['billing', ['read', 'manage-billing']],
  ['app-connections', [...crud, 'connect', 'rotate-credentials']],
  ['kmip', ['proxy']],
  ['secret-share', ['manage-settings']],
  ['honey-tokens', ['setup']],
  ['certificate-manager', ['read', 'manage-instance', 'manage-settings']],
  ['secrets-management-insights', ['read', 'generate-report', 'delete-report']],
  [
    'gateway',
    [
      'list-gateways',
      'create-gateways',
      'edit-gateways',
      'delete-gateways',
      'attach-gateways',
      'revoke-gateway-access',
    ],
  ],
  [
    'gateway-pool',
    [
      'list-gateway-pools',
      'create-gateway-pools',
      'edit-gateway-pools',
      'delete-gateway-pools',
      'attach-gateway-pools',
    ],
  ],
  ['relay', ['list-relays', 'create-relays', 'edit-relays', 'delete-relays', 'revoke-relay-access']],
  [
    'kmip-server',
    [
      'list-kmip-servers',
      'create-kmip-servers',
      'edit-kmip-servers',
      'delete-kmip-servers',
      'revoke-kmip-server-access',
    ],
  ],
]);

/** The only subjects whose rules may deny and have conditions. */
export const subjectsWithConditions: ReadonlySet<string> = new Set(['app-connections']);

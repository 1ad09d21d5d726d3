const crud = ['read', 'create', 'edit', 'delete'] as const;

/** Which operators a condition accepts besides a plain text. */
export type ConditionKind = 'equality' | 'pattern' | 'path' | 'tags' | 'metadata' | 'name';

export interface ProjectSubject {
  readonly actions: readonly string[];
  /** The conditions that its rules may have; a subject without conditions has no deny rules either. */
  readonly conditions?: Readonly<Record<string, ConditionKind>>;
}

const folder = { environment: 'pattern', secretPath: 'path' } as const;
const assigning = ['grant-privileges', 'assign-role', 'assign-additional-privileges', 'assume-privileges'] as const;
const assignable = { assignableRole: 'equality', assignableSubject: 'pattern', assignableAction: 'pattern' } as const;

/** The subjects of a project with their actions. Subjects that no feature uses are accepted, and grant nothing. */
export const projectSubjects: ReadonlyMap<string, ProjectSubject> = new Map<string, ProjectSubject>([
  [
    'secrets',
    {
      actions: ['read', 'describeSecret', 'readValue', 'create', 'edit', 'delete'],
      conditions: { ...folder, secretName: 'pattern', secretTags: 'tags', eventType: 'equality' },
    },
  ],
  ['secret-folders', { actions: crud, conditions: { environment: 'equality', secretPath: 'path' } }],
  ['secret-imports', { actions: crud, conditions: folder }],
  [
    'dynamic-secrets',
    {
      actions: [
        'read-root-credential',
        'create-root-credential',
        'edit-root-credential',
        'delete-root-credential',
        'lease',
      ],
      conditions: { ...folder, metadata: 'metadata' },
    },
  ],
  [
    'identity',
    {
      actions: [...crud, ...assigning, 'revoke-auth', 'edit-auth', 'create-token', 'get-token', 'delete-token'],
      conditions: { identityId: 'equality', ...assignable },
    },
  ],
  ['member', { actions: [...crud, ...assigning], conditions: { userEmail: 'pattern', ...assignable } }],
  [
    'groups',
    {
      actions: [...crud, 'grant-privileges', 'assign-role'],
      conditions: { groupName: 'pattern', assignableRole: 'equality' },
    },
  ],
  [
    'secret-rotation',
    {
      actions: [...crud, 'read-generated-credentials', 'rotate-secrets'],
      conditions: { ...folder, connectionId: 'equality' },
    },
  ],
  [
    'secret-syncs',
    {
      actions: [...crud, 'sync-secrets', 'import-secrets', 'remove-secrets'],
      conditions: { ...folder, connectionId: 'equality' },
    },
  ],
  [
    'secret-event-subscriptions',
    {
      actions: [
        'subscribe-to-creation-events',
        'subscribe-to-update-events',
        'subscribe-to-deletion-events',
        'subscribe-to-import-mutation-events',
      ],
      conditions: { ...folder, connectionId: 'equality' },
    },
  ],
  ['honey-tokens', { actions: ['read', 'read-credentials', 'create', 'edit', 'reset', 'revoke'], conditions: folder }],
  ['proxied-services', { actions: [...crud, 'proxy', 'report-usage'], conditions: folder }],
  ['project-folder-grant', { actions: ['read-grant', 'create-grant', 'revoke-grant'], conditions: folder }],
  ['commits', { actions: ['read', 'perform-rollback'], conditions: folder }],
  [
    'app-connections',
    {
      actions: [
        'read-app-connections',
        'create-app-connections',
        'edit-app-connections',
        'delete-app-connections',
        'connect-app-connections',
        'rotate-credentials',
      ],
      conditions: { connectionId: 'equality' },
    },
  ],
  ['pki-subscribers', { actions: [...crud, 'issue-cert', 'list-certs'], conditions: { name: 'name' } }],
  ['certificate-templates', { actions: [...crud, 'issue-cert', 'list-certs'], conditions: { name: 'pattern' } }],
  ['certificate-policies', { actions: crud, conditions: { name: 'pattern' } }],
  [
    'certificate-authorities',
    { actions: [...crud, 'issue-ca-certificate', 'sign-intermediate'], conditions: { name: 'pattern' } },
  ],
  [
    'certificate-profiles',
    {
      actions: [
        ...crud,
        'issue-cert',
        'reveal-acme-eab-secret',
        'rotate-acme-eab-secret',
        'manage-application-attachments',
      ],
      conditions: { slug: 'pattern' },
    },
  ],
  [
    'certificates',
    {
      actions: [...crud, 'read-private-key', 'import'],
      conditions: {
        commonName: 'pattern',
        altNames: 'pattern',
        serialNumber: 'pattern',
        friendlyName: 'pattern',
        status: 'pattern',
        metadata: 'metadata',
      },
    },
  ],
  [
    'pki-syncs',
    {
      actions: [...crud, 'sync-certificates', 'import-certificates', 'remove-certificates', 'set-post-sync-command'],
      conditions: { name: 'pattern', subscriberName: 'pattern' },
    },
  ],
  ['role', { actions: crud }],
  ['integrations', { actions: crud }],
  ['webhooks', { actions: crud }],
  ['service-tokens', { actions: crud }],
  ['settings', { actions: crud }],
  ['environments', { actions: crud }],
  ['tags', { actions: crud }],
  ['ip-allowlist', { actions: crud }],
  ['secret-approval', { actions: crud }],
  ['pki-alerts', { actions: crud }],
  ['pki-collections', { actions: crud }],
  ['certificate-inventory-views', { actions: crud }],
  ['secret-rollback', { actions: ['read', 'create'] }],
  ['audit-logs', { actions: ['read'] }],
  ['secret-approval-request', { actions: ['read'] }],
  ['insights', { actions: ['read', 'generate-report', 'delete-report'] }],
  ['pki-discovery', { actions: [...crud, 'run-scan'] }],
  ['pki-certificate-installations', { actions: ['read', 'edit', 'delete'] }],
  ['code-signers', { actions: [...crud, 'sign'] }],
  ['workspace', { actions: ['edit', 'delete'] }],
  ['kms', { actions: ['edit'] }],
  [
    'cmek',
    {
      actions: [
        ...crud,
        'encrypt',
        'decrypt',
        'sign',
        'verify',
        'generate-mac',
        'verify-mac',
        'rotate',
        'export-private-key',
      ],
    },
  ],
  [
    'kmip',
    { actions: ['create-clients', 'update-clients', 'delete-clients', 'read-clients', 'generate-client-certificates'] },
  ],
  [
    'secret-scanning-data-sources',
    {
      actions: [
        'read-data-sources',
        'create-data-sources',
        'edit-data-sources',
        'delete-data-sources',
        'trigger-data-source-scans',
        'read-data-source-scans',
        'read-data-source-resources',
      ],
    },
  ],
  ['secret-scanning-findings', { actions: ['read-findings', 'update-findings'] }],
  ['secret-scanning-configs', { actions: ['read-configs', 'update-configs'] }],
  [
    'hsm-connectors',
    {
      actions: [
        'read-hsm-connectors',
        'create-hsm-connectors',
        'edit-hsm-connectors',
        'delete-hsm-connectors',
        'test-hsm-connectors',
        'attach-hsm-connectors',
      ],
    },
  ],
  ['approval-requests', { actions: ['read', 'create'] }],
  ['approval-request-grants', { actions: ['read', 'revoke'] }],
]);

/** Plural names of subjects whose slug is no readable plural. */
const nouns: Readonly<Record<string, string>> = {
  workspace: 'projects',
  project: 'projects',
  'sub-organization': 'sub-organizations',
  member: 'members',
  role: 'roles',
  identity: 'machine identities',
  'incident-contact': 'incident contacts',
  sso: 'SSO settings',
  scim: 'SCIM settings',
  ldap: 'LDAP settings',
  'github-org-sync': 'GitHub organization sync settings',
  'github-org-sync-manual': 'manual GitHub organization syncs',
  'oauth-clients': 'OAuth clients',
  'secret-scanning': 'secret scanning settings',
  kms: 'KMS settings',
  billing: 'billing details',
  'certificate-manager': 'certificate manager settings',
  'ip-allowlist': 'IP allowlists',
  'project-folder-grant': 'folder grants',
  'secret-approval': 'secret approval policies',
  'secret-approval-request': 'secret approval requests',
  'secret-rollback': 'secret rollbacks',
  'secret-rotation': 'secret rotations',
  'pki-discovery': 'PKI discoveries',
  cmek: 'KMS keys',
};

/** Actions that need more than a verb; `*` is the name of the subject. */
const phrases: Readonly<Record<string, string>> = {
  write: 'change *',
  describeSecret: 'describe *',
  readValue: 'read the values of *',
  connect: 'connect to *',
  setup: 'set up *',
  proxy: 'use *',
  'report-usage': 'report the usage of *',
  'request-access': 'request access to *',
  'direct-access': 'access * directly',
  'link-group': 'link groups to *',
  'grant-privileges': 'grant privileges to *',
  'assign-role': 'assign roles to *',
  'assign-additional-privileges': 'assign additional privileges to *',
  'assume-privileges': 'assume the privileges of *',
  'edit-auth': 'edit the authentication of *',
  'revoke-auth': 'revoke the authentication of *',
  'create-token': 'create tokens of *',
  'get-token': 'read tokens of *',
  'delete-token': 'delete tokens of *',
  'add-members': 'add members to *',
  'remove-members': 'remove members from *',
  'add-identities': 'add machine identities to *',
  'remove-identities': 'remove machine identities from *',
  'verify-domain': 'verify *',
  'bypass-sso-enforcement': 'bypass the enforcement of SSO',
  'manage-instance': 'manage the certificate manager',
  'generate-report': 'generate reports',
  'delete-report': 'delete reports',
  'read-root-credential': 'read root credentials of *',
  'create-root-credential': 'create root credentials of *',
  'edit-root-credential': 'edit root credentials of *',
  'delete-root-credential': 'delete root credentials of *',
  'read-generated-credentials': 'read generated credentials of *',
  'read-credentials': 'read the credentials of *',
  'rotate-credentials': 'rotate the credentials of *',
  'perform-rollback': 'roll back *',
  'read-grant': 'read folder grants',
  'create-grant': 'create folder grants',
  'revoke-grant': 'revoke folder grants',
  'issue-cert': 'issue certificates with *',
  'list-certs': 'list the certificates of *',
  'issue-ca-certificate': 'issue certificates of *',
  'sign-intermediate': 'sign intermediate *',
  'read-private-key': 'read the private keys of *',
  'export-private-key': 'export the private keys of *',
  'reveal-acme-eab-secret': 'reveal ACME EAB secrets of *',
  'rotate-acme-eab-secret': 'rotate ACME EAB secrets of *',
  'set-post-sync-command': 'set post-sync commands of *',
  'run-scan': 'run scans',
  'generate-mac': 'generate MACs with *',
  'verify-mac': 'verify MACs with *',
  'create-clients': 'create KMIP clients',
  'update-clients': 'update KMIP clients',
  'delete-clients': 'delete KMIP clients',
  'read-clients': 'read KMIP clients',
  'cmek:encrypt': 'encrypt with *',
  'cmek:decrypt': 'decrypt with *',
  'cmek:sign': 'sign with *',
  'cmek:verify': 'verify signatures with *',
  'code-signers:sign': 'sign with *',
  'kmip:proxy': 'use the KMIP proxy',
  'workspace:edit': 'edit the project',
  'workspace:delete': 'delete the project',
  'secret-share:manage-settings': 'manage the settings of secret sharing',
  'certificate-manager:manage-settings': 'manage the settings of the certificate manager',
};

const words = (slug: string): string =>
  slug.replaceAll('-', ' ').replace(/\b(?:hsm|ip|kmip|pki)\b/g, (acronym) => acronym.toUpperCase());

/** The plural of a subject, such as "machine identities". */
export const subjectNoun = (subject: string): string => nouns[subject] ?? words(subject);

/** The phrase for an action, with `*` for the name of the subject where the phrase has it. */
export const actionTemplate = (action: string, subject: string): string => {
  const phrase = phrases[`${subject}:${action}`] ?? phrases[action];
  // Other actions of several words name their object themselves, such as list-gateways.
  if (phrase === undefined && action.includes('-')) return words(action);
  return phrase ?? `${action} *`;
};

/** An action on a subject as a phrase that follows "You are not allowed to", such as "edit settings". */
export const actionPhrase = (action: string, subject: string): string =>
  actionTemplate(action, subject).replace('*', subjectNoun(subject));

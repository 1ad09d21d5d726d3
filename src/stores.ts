import type { Db } from './platform/db/knex/queries.ts';
import { AccessRequestStore } from './resources/project/access-requests/store.ts';
import { AccessTokenStore } from './resources/identity/access-tokens/store.ts';
import { AppConnectionStore } from './resources/secrets/app-connections/store.ts';
import { ApprovalPolicyStore } from './resources/project/approval-policies/store.ts';
import { AuditLogStore } from './resources/organization/audit-logs/store.ts';
import { AuthorityStore } from './resources/certificates/certificate-authorities/store.ts';
import { CertificateStore } from './resources/certificates/certificates/store.ts';
import { ChangeRequestStore } from './resources/secrets/change-requests/store.ts';
import { ClientSecretStore } from './resources/identity/client-secrets/store.ts';
import { DashboardStore } from './resources/secrets/dashboard/store.ts';
import { DataKeyStore } from './resources/project/data-keys/store.ts';
import { DynamicSecretStore, SealedInputsStore } from './resources/secrets/dynamic-secrets/store.ts';
import { LeaseStore } from './resources/secrets/dynamic-secret-leases/store.ts';
import { EnvironmentStore } from './resources/project/environments/store.ts';
import { EventStore } from './resources/secrets/events/store.ts';
import { FolderChangeStore } from './resources/secrets/folder-changes/store.ts';
import { FolderStore } from './resources/secrets/folders/store.ts';
import { GrantStore } from './resources/project/grants/store.ts';
import { GroupMemberStore } from './resources/organization/group-members/store.ts';
import { GroupStore } from './resources/organization/groups/store.ts';
import { IdentityStore } from './resources/identity/identities/store.ts';
import { IdentityMembershipStore } from './resources/project/identity-memberships/store.ts';
import { IgnoreValueStore } from './resources/project/ignore-values/store.ts';
import { ImportRunStore } from './resources/secrets/import-export/store.ts';
import { InstanceStore } from './resources/instance/setup/store.ts';
import { InvitationStore } from './resources/organization/invitations/store.ts';
import { KeyRotationStore, RetiredKeyStore, SealedKeyStore } from './resources/instance/key-rotation/store.ts';
import { LicenceStore } from './resources/instance/licence/store.ts';
import { MailStore } from './resources/organization/mail/store.ts';
import { MembershipStore } from './resources/organization/memberships/store.ts';
import { JwtAuthStore } from './resources/identity/jwt-auth/store.ts';
import { TlsCertAuthStore } from './resources/identity/tls-cert-auth/store.ts';
import { AwsAuthStore } from './resources/identity/aws-auth/store.ts';
import { AzureAuthStore } from './resources/identity/azure-auth/store.ts';
import { GcpAuthStore } from './resources/identity/gcp-auth/store.ts';
import { FailedLoginStore } from './resources/identity/lockouts/store.ts';
import { LdapAuthStore } from './resources/identity/ldap-auth/store.ts';
import { KubernetesAuthStore } from './resources/identity/kubernetes-auth/store.ts';
import { LoginSecretStore } from './resources/identity/login-methods/store.ts';
import { OidcAuthStore } from './resources/identity/oidc-auth/store.ts';
import { OrganizationStore } from './resources/organization/organizations/store.ts';
import { PasswordResetStore } from './resources/identity/account-recovery/store.ts';
import { PointInTimeStore } from './resources/secrets/point-in-time/store.ts';
import { PrivilegeStore } from './resources/project/privileges/store.ts';
import { ProjectGroupStore } from './resources/project/project-groups/store.ts';
import { ProjectIdentityStore } from './resources/project/project-identities/store.ts';
import { ProjectMembershipStore } from './resources/project/project-memberships/store.ts';
import { ProjectMemberStore } from './resources/project/access/store.ts';
import { ProjectOwnedIdentityStore } from './resources/project/project-owned-identities/store.ts';
import { ProjectRoleStore } from './resources/project/project-roles/store.ts';
import { ProjectUserStore } from './resources/project/project-users/store.ts';
import { ProjectStore } from './resources/project/projects/store.ts';
import { ReminderStore } from './resources/secrets/reminders/store.ts';
import { OcspStore } from './resources/certificates/ocsp/store.ts';
import { RevocationListStore } from './resources/certificates/revocation-lists/store.ts';
import { RoleStore } from './resources/organization/organization-roles/store.ts';
import { SecretImportStore } from './resources/secrets/secret-imports/store.ts';
import { SecretRotationStore } from './resources/secrets/secret-rotations/store.ts';
import { SecretVersionStore } from './resources/secrets/secret-versions/store.ts';
import { SecretStore } from './resources/secrets/secrets/store.ts';
import { ServiceTokenStore } from './resources/project/service-tokens/store.ts';
import { PasskeyChallengeStore, PasskeyStore } from './resources/identity/passkeys/store.ts';
import {
  RecoveryCodeStore,
  SecondFactorFailureStore,
  SecondFactorStore,
} from './resources/identity/second-factor/store.ts';
import { SessionStore } from './resources/identity/sessions/store.ts';
import { SignOnLinkStore, SignOnProviderStore, SignOnUseStore } from './resources/identity/single-sign-on/store.ts';
import { TagStore } from './resources/project/tags/store.ts';
import { TemporaryAccessStore } from './resources/project/temporary-access/store.ts';
import { TrashCopyStore } from './resources/secrets/trash-copies/store.ts';
import { TrashStore } from './resources/secrets/trash/store.ts';
import { TokenAuthStore } from './resources/identity/token-auth/store.ts';
import { UniversalAuthStore } from './resources/identity/universal-auth/store.ts';
import { WebhookDeliveryStore } from './resources/secrets/webhook-deliveries/store.ts';
import { WebhookStore } from './resources/secrets/webhooks/store.ts';
import { UserStore } from './resources/organization/organization-users/store.ts';

/** Creates each store on first use, because an operation uses few of them. */
const makers = {
  accessRequests: (db: Db) => new AccessRequestStore(db),
  accessTokens: (db: Db) => new AccessTokenStore(db),
  appConnections: (db: Db) => new AppConnectionStore(db),
  approvalPolicies: (db: Db) => new ApprovalPolicyStore(db),
  auditLogs: (db: Db) => new AuditLogStore(db),
  authorities: (db: Db) => new AuthorityStore(db),
  authorityKeys: (db: Db) => new SealedKeyStore(db, 'certificate_authorities'),
  certificateKeys: (db: Db) => new SealedKeyStore(db, 'certificates'),
  certificates: (db: Db) => new CertificateStore(db),
  changeRequests: (db: Db) => new ChangeRequestStore(db),
  clientSecrets: (db: Db) => new ClientSecretStore(db),
  dashboard: (db: Db) => new DashboardStore(db),
  dataKeys: (db: Db) => new DataKeyStore(db),
  dynamicSecrets: (db: Db) => new DynamicSecretStore(db),
  dynamicSecretInputs: (db: Db) => new SealedInputsStore(db, 'dynamic_secrets'),
  dynamicSecretLeases: (db: Db) => new LeaseStore(db),
  dynamicSecretLeaseInputs: (db: Db) => new SealedInputsStore(db, 'dynamic_secret_leases'),
  environments: (db: Db) => new EnvironmentStore(db),
  events: (db: Db) => new EventStore(db),
  failedLogins: (db: Db) => new FailedLoginStore(db, 'universalAuth'),
  failedLdapLogins: (db: Db) => new FailedLoginStore(db, 'loginMethod'),
  folderChanges: (db: Db) => new FolderChangeStore(db),
  folders: (db: Db) => new FolderStore(db),
  grants: (db: Db) => new GrantStore(db),
  groupMembers: (db: Db) => new GroupMemberStore(db),
  groups: (db: Db) => new GroupStore(db),
  identities: (db: Db) => new IdentityStore(db),
  identityMemberships: (db: Db) => new IdentityMembershipStore(db),
  ignoreValues: (db: Db) => new IgnoreValueStore(db),
  importRuns: (db: Db) => new ImportRunStore(db),
  instance: (db: Db) => new InstanceStore(db),
  invitations: (db: Db) => new InvitationStore(db),
  jwtAuths: (db: Db) => new JwtAuthStore(db),
  keyRotation: (db: Db) => new KeyRotationStore(db),
  tlsCertAuths: (db: Db) => new TlsCertAuthStore(db),
  awsAuths: (db: Db) => new AwsAuthStore(db),
  azureAuths: (db: Db) => new AzureAuthStore(db),
  gcpAuths: (db: Db) => new GcpAuthStore(db),
  ldapAuths: (db: Db) => new LdapAuthStore(db),
  kubernetesAuths: (db: Db) => new KubernetesAuthStore(db),
  licence: (db: Db) => new LicenceStore(db),
  loginSecrets: (db: Db) => new LoginSecretStore(db),
  mails: (db: Db) => new MailStore(db),
  memberships: (db: Db) => new MembershipStore(db),
  oidcAuths: (db: Db) => new OidcAuthStore(db),
  organizations: (db: Db) => new OrganizationStore(db),
  passwordResets: (db: Db) => new PasswordResetStore(db),
  pointInTime: (db: Db) => new PointInTimeStore(db),
  privileges: (db: Db) => new PrivilegeStore(db),
  projectGroups: (db: Db) => new ProjectGroupStore(db),
  projectIdentities: (db: Db) => new ProjectIdentityStore(db),
  projectMembers: (db: Db) => new ProjectMemberStore(db),
  projectMemberships: (db: Db) => new ProjectMembershipStore(db),
  projectOwnedIdentities: (db: Db) => new ProjectOwnedIdentityStore(db),
  projectRoles: (db: Db) => new ProjectRoleStore(db),
  projectUsers: (db: Db) => new ProjectUserStore(db),
  projects: (db: Db) => new ProjectStore(db),
  reminders: (db: Db) => new ReminderStore(db),
  retiredKeys: (db: Db) => new RetiredKeyStore(db),
  ocsp: (db: Db) => new OcspStore(db),
  revocationLists: (db: Db) => new RevocationListStore(db),
  roles: (db: Db) => new RoleStore(db),
  secretImports: (db: Db) => new SecretImportStore(db),
  secretRotations: (db: Db) => new SecretRotationStore(db),
  secretVersions: (db: Db) => new SecretVersionStore(db),
  secrets: (db: Db) => new SecretStore(db),
  serviceTokens: (db: Db) => new ServiceTokenStore(db),
  passkeyChallenges: (db: Db) => new PasskeyChallengeStore(db),
  passkeys: (db: Db) => new PasskeyStore(db),
  recoveryCodes: (db: Db) => new RecoveryCodeStore(db),
  secondFactorFailures: (db: Db) => new SecondFactorFailureStore(db),
  secondFactors: (db: Db) => new SecondFactorStore(db),
  sessions: (db: Db) => new SessionStore(db),
  signOnLinks: (db: Db) => new SignOnLinkStore(db),
  signOnProviders: (db: Db) => new SignOnProviderStore(db),
  signOnUses: (db: Db) => new SignOnUseStore(db),
  tags: (db: Db) => new TagStore(db),
  temporaryAccess: (db: Db) => new TemporaryAccessStore(db),
  tokenAuths: (db: Db) => new TokenAuthStore(db),
  trash: (db: Db) => new TrashStore(db),
  trashCopies: (db: Db) => new TrashCopyStore(db),
  universalAuths: (db: Db) => new UniversalAuthStore(db),
  users: (db: Db) => new UserStore(db),
  webhookDeliveries: (db: Db) => new WebhookDeliveryStore(db),
  webhooks: (db: Db) => new WebhookStore(db),
};

export type Stores = { readonly [Name in keyof typeof makers]: ReturnType<(typeof makers)[Name]> };

const prototypeOf = (): object => {
  const descriptors = Object.entries(makers).map(([name, make]): [string, PropertyDescriptor] => [
    name,
    {
      get(this: { source: DbSource }) {
        const value = make(this.source.db);
        Object.defineProperty(this, name, { value });
        return value;
      },
    },
  ]);
  return Object.defineProperties({}, Object.fromEntries(descriptors));
};

const prototype = prototypeOf();

/** Has a database handle, and need not create it before it is used. */
interface DbSource {
  readonly db: Db;
}

/** Creates all stores on the database handle of the source. */
export const storesOf = (source: DbSource): Stores => Object.create(prototype, { source: { value: source } }) as Stores;

/** Creates all stores on one database handle. */
export const createStores = (db: Db): Stores => storesOf({ db });

import type { Db } from './platform/db/queries.ts';
import { AccessTokenStore } from './resources/access-tokens/store.ts';
import { AuditLogStore } from './resources/audit-logs/store.ts';
import { AuthorityStore } from './resources/certificate-authorities/store.ts';
import { CertificateStore } from './resources/certificates/store.ts';
import { ClientSecretStore } from './resources/client-secrets/store.ts';
import { DataKeyStore } from './resources/data-keys/store.ts';
import { EnvironmentStore } from './resources/environments/store.ts';
import { EventStore } from './resources/events/store.ts';
import { FolderStore } from './resources/folders/store.ts';
import { GrantStore } from './resources/grants/store.ts';
import { GroupMemberStore } from './resources/group-members/store.ts';
import { GroupStore } from './resources/groups/store.ts';
import { IdentityStore } from './resources/identities/store.ts';
import { InstanceStore } from './resources/instance/store.ts';
import { InvitationStore } from './resources/invitations/store.ts';
import { KeyRotationStore, RetiredKeyStore, SealedKeyStore } from './resources/key-rotation/store.ts';
import { LicenceStore } from './resources/licence/store.ts';
import { MembershipStore } from './resources/memberships/store.ts';
import { OidcAuthStore } from './resources/oidc-auth/store.ts';
import { OrganizationStore } from './resources/organizations/store.ts';
import { PrivilegeStore } from './resources/privileges/store.ts';
import { ProjectGroupStore } from './resources/project-groups/store.ts';
import { ProjectIdentityStore } from './resources/project-identities/store.ts';
import { ProjectMembershipStore } from './resources/project-memberships/store.ts';
import { ProjectOwnedIdentityStore } from './resources/project-owned-identities/store.ts';
import { ProjectRoleStore } from './resources/project-roles/store.ts';
import { ProjectUserStore } from './resources/project-users/store.ts';
import { ProjectStore } from './resources/projects/store.ts';
import { RevocationListStore } from './resources/revocation-lists/store.ts';
import { RoleStore } from './resources/roles/store.ts';
import { SecretImportStore } from './resources/secret-imports/store.ts';
import { SecretVersionStore } from './resources/secret-versions/store.ts';
import { SecretStore } from './resources/secrets/store.ts';
import { SessionStore } from './resources/sessions/store.ts';
import { TagStore } from './resources/tags/store.ts';
import { TokenAuthStore } from './resources/token-auth/store.ts';
import { UniversalAuthStore } from './resources/universal-auth/store.ts';
import { UserStore } from './resources/users/store.ts';

export const createStores = (db: Db) => ({
  accessTokens: new AccessTokenStore(db),
  auditLogs: new AuditLogStore(db),
  authorities: new AuthorityStore(db),
  authorityKeys: new SealedKeyStore(db, 'certificate_authorities'),
  certificateKeys: new SealedKeyStore(db, 'certificates'),
  certificates: new CertificateStore(db),
  clientSecrets: new ClientSecretStore(db),
  dataKeys: new DataKeyStore(db),
  environments: new EnvironmentStore(db),
  events: new EventStore(db),
  folders: new FolderStore(db),
  grants: new GrantStore(db),
  groupMembers: new GroupMemberStore(db),
  groups: new GroupStore(db),
  identities: new IdentityStore(db),
  instance: new InstanceStore(db),
  invitations: new InvitationStore(db),
  keyRotation: new KeyRotationStore(db),
  licence: new LicenceStore(db),
  memberships: new MembershipStore(db),
  oidcAuths: new OidcAuthStore(db),
  organizations: new OrganizationStore(db),
  privileges: new PrivilegeStore(db),
  projectGroups: new ProjectGroupStore(db),
  projectIdentities: new ProjectIdentityStore(db),
  projectMemberships: new ProjectMembershipStore(db),
  projectOwnedIdentities: new ProjectOwnedIdentityStore(db),
  projectRoles: new ProjectRoleStore(db),
  projectUsers: new ProjectUserStore(db),
  projects: new ProjectStore(db),
  retiredKeys: new RetiredKeyStore(db),
  revocationLists: new RevocationListStore(db),
  roles: new RoleStore(db),
  secretImports: new SecretImportStore(db),
  secretVersions: new SecretVersionStore(db),
  secrets: new SecretStore(db),
  sessions: new SessionStore(db),
  tags: new TagStore(db),
  tokenAuths: new TokenAuthStore(db),
  universalAuths: new UniversalAuthStore(db),
  users: new UserStore(db),
});

/** Every room's store, all on one handle. */
export type Stores = ReturnType<typeof createStores>;

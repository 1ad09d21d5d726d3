// An organization with all kinds of objects. Permanent objects exist during the whole run; spare ones may be changed
// and deleted.
import { callerOf } from '../live-server.mjs';
import { outsideSystems } from './seed-leases.mjs';
import { each, identities, logIn, password, people, spares } from './seed-members.mjs';

const certificates = async (call, projectId) => {
  const newRoot = (name) =>
    call('POST', '/api/v1/cert-manager/ca/internal', {
      projectId,
      name,
      status: 'active',
      configuration: {
        type: 'root',
        commonName: name,
        keyAlgorithm: 'EC_prime256v1',
        notAfter: '2126-01-01T00:00:00Z',
      },
    });
  const newPending = (name) =>
    call('POST', '/api/v1/cert-manager/ca/internal', {
      projectId,
      name,
      configuration: { type: 'intermediate', commonName: name, keyAlgorithm: 'EC_prime256v1' },
    });
  const permanent = await newRoot('permanent');
  const at = `/api/v1/cert-manager/ca/internal/${permanent.id}`;
  const pending = await each(2 * spares + 1, async (index) => {
    const { id } = await newPending(`pending-${index}`);
    const { csr } = await call('GET', `/api/v1/cert-manager/ca/internal/${id}/csr`);
    return { id, csr, ...(await call('POST', `${at}/sign-intermediate`, { csr, notAfter: '2125-01-01T00:00:00Z' })) };
  });
  const issue = (index) =>
    call('POST', '/api/v1/cert-manager/certificates/issue-certificate', {
      caId: permanent.id,
      commonName: `${index}.example.com`,
      altNames: `${index}.example.com`,
      notAfter: '2125-01-01T00:00:00Z',
    });
  return {
    permanent,
    roots: await each(spares, (index) => newRoot(`spare-${index}`)),
    pending,
    issued: await each(2 * spares + 1, issue),
    authorityCertificates: await call('GET', `${at}/ca-certificates`),
    revocationLists: await call('GET', `${at}/crls`),
  };
};

const secrets = async (call, projectId) => {
  const dev = { projectId, environment: 'dev' };
  const newSecret = async (name) => {
    const { secret } = await call('POST', `/api/v4/secrets/${name}`, {
      ...dev,
      secretValue: 'first',
      secretComment: name,
    });
    await call('PATCH', `/api/v4/secrets/${name}`, { ...dev, secretValue: 'second' });
    const { secretVersions } = await call('GET', `/api/v1/secret/${secret.id}/secret-versions`);
    return { id: secret.id, name, versionId: secretVersions.find(({ version }) => version === 1).id };
  };
  const newFolder = async (name) => (await call('POST', '/api/v2/folders', { ...dev, name })).folder.id;
  const newImport = async (name) => {
    await newFolder(name);
    return (await call('POST', '/api/v2/secret-imports', { ...dev, import: { environment: 'dev', path: `/${name}` } }))
      .secretImport.id;
  };
  const commits = async () => (await call('GET', `/api/v1/pit/commits?projectId=${projectId}&environment=dev`)).commits;
  return {
    permanent: await newSecret('PERMANENT'),
    spare: await each(2 * spares, (index) => newSecret(`SPARE_${index}`)),
    folder: await newFolder('permanent'),
    archive: await newFolder('archive'),
    folders: await each(2 * spares, (index) => newFolder(`spare-${index}`)),
    imported: await each(2 * spares, (index) =>
      newFolder(`import-source-${index}`).then(() => `/import-source-${index}`),
    ),
    import: await newImport('imported'),
    imports: await each(spares, (index) => newImport(`imported-${index}`)),
    commits: await commits(),
  };
};

const newProject = async (call, projectName) => (await call('POST', '/api/v1/projects', { projectName })).project;

/** The objects in the permanent project, and those that can be added to it. */
const inProject = async (call, project, { people: users, machines }) => {
  const at = `/api/v1/projects/${project.id}`;
  const environment = async (name) => (await call('POST', `${at}/environments`, { name, slug: name })).environment.id;
  const deleted = async (index) => {
    const id = await environment(`deleted-${index}`);
    await call('DELETE', `${at}/environments/${id}`);
    return id;
  };
  const role = async (slug) =>
    (await call('POST', `${at}/roles`, { slug, name: slug, permissions: [{ subject: 'tags', action: 'read' }] })).role
      .id;
  const join = async (id) =>
    (await call('POST', `${at}/memberships/identities/${id}`, { role: 'viewer' })).identityMembership.id;
  const privilege = async (identityId, slug) =>
    (
      await call('POST', '/api/v2/identity-project-additional-privilege', {
        identityId,
        projectId: project.id,
        slug,
        permissions: [{ subject: 'tags', action: ['read'] }],
        type: { isTemporary: false },
      })
    ).privilege.id;
  const group = async (slug, isMember) => {
    const { id } = await call('POST', '/api/v1/groups', { name: slug, slug, role: 'no-access' });
    if (isMember) await call('POST', `${at}/memberships/groups/${id}`, { role: 'viewer' });
    return id;
  };
  // A port that nothing listens on.
  const target = { projectId: project.id, environment: 'dev', webhookUrl: 'http://127.0.0.1:9/' };
  const webhook = async () => (await call('POST', '/api/v1/webhooks', target)).webhook.id;
  const usernames = [users.permanent, ...users.members].map(({ user }) => user.username);
  const { memberships } = await call('POST', `${at}/memberships`, { usernames, roleSlugs: ['viewer'] });
  const membershipIds = [users.permanent, ...users.members].map(
    ({ user }) => memberships.find(({ userId }) => userId === user.id).id,
  );
  const identityMembershipId = await join(machines.permanent.id);
  await Promise.all(machines.full.map(({ id }) => join(id)));
  const groupId = await group('permanent-group', true);
  const inGroup = [
    ...[machines.permanent, ...machines.full].map(({ id }) => `machine-identities/${id}`),
    ...usernames.map((username) => `users/${encodeURIComponent(username)}`),
  ];
  await Promise.all(inGroup.map((member) => call('POST', `/api/v1/groups/${groupId}/${member}`)));
  return {
    membershipIds,
    identityMembershipId,
    groupId,
    environmentId: project.environments.find(({ slug }) => slug === 'staging').id,
    environments: await each(spares, (index) => environment(`spare-${index}`)),
    deleted: await each(spares, deleted),
    roleId: await role('permanent'),
    roles: await each(spares, (index) => role(`spare-${index}`)),
    tagId: (await call('POST', `${at}/tags`, { slug: 'permanent' })).tag.id,
    tags: await each(spares, async (index) => (await call('POST', `${at}/tags`, { slug: `spare-${index}` })).tag.id),
    ownedId: (await call('POST', `${at}/identities`, { name: 'Permanent' })).identity.id,
    owned: await each(
      spares,
      async (index) => (await call('POST', `${at}/identities`, { name: `Spare ${index}` })).identity.id,
    ),
    privilegeId: await privilege(machines.permanent.id, 'permanent'),
    privileges: await each(2 * spares, (index) => privilege(machines.permanent.id, `spare-${index}`)),
    groups: await each(spares, (index) => group(`spare-${index}`, true)),
    otherGroups: await each(spares, (index) => group(`other-${index}`, false)),
    webhookId: await webhook(),
    webhooks: await each(spares, webhook),
  };
};

/** All objects by the name of their kind in references.ts: [permanent, spare]. */
export const seed = async (url) => {
  const email = 'root@example.com';
  const setup = await callerOf(url)('POST', '/api/v1/admin/bootstrap', { email, password, organization: 'Contract' });
  const organizationId = setup.organization.id;
  const token = await logIn(url, { email, organizationId });
  const call = callerOf(url, token);
  const users = await people(call, { url, organizationId });
  const machines = await identities(call);
  const project = await newProject(call, 'Permanent');
  const projects = await each(2 * spares, (index) => newProject(call, `Spare ${index}`));
  const inside = await inProject(call, project, { people: users, machines });
  const stored = await secrets(call, project.id);
  const pki = await certificates(call, project.id);
  const outside = await outsideSystems(call, project);
  const role = async (slug) =>
    (
      await call('POST', '/api/v1/organization/roles', {
        slug,
        name: slug,
        permissions: [{ subject: 'settings', action: ['read'] }],
      })
    ).role.id;
  const organizations = await each(
    spares,
    async (index) =>
      (
        await call('POST', '/api/v1/admin/organization-management/organizations', {
          name: `Spare ${index}`,
          inviteAdminEmails: [`owner-${index}@example.com`],
        })
      ).organization.id,
  );
  const sessions = await each(spares, () => callerOf(url)('POST', '/api/v3/auth/login', { email, password })).then(() =>
    call('GET', '/api/v2/users/me/sessions'),
  );
  const own = JSON.parse(Buffer.from(token.split('.')[1], 'base64url')).tokenVersionId;
  const ids = (list) => list.map(({ id }) => id);
  const [firstSecret, ...otherSecrets] = machines.secrets;
  const [firstToken, ...otherTokens] = machines.tokens;
  const [firstIssued, ...otherIssued] = pki.issued;
  const [firstPending, ...otherPending] = pki.pending;
  const objects = {
    organizationId: [[organizationId], organizations],
    userId: [[users.permanent.user.id], users.members.map(({ user }) => user.id)],
    username: [[users.permanent.user.username], users.members.map(({ user }) => user.username)],
    otherUsername: [users.others.map(({ user }) => user.username), users.others.map(({ user }) => user.username)],
    membershipId: [[users.permanent.id], users.members.map(({ id }) => id)],
    sessionId: [[own], sessions.map(({ id }) => id).filter((id) => id !== own)],
    roleId: [[await role('permanent')], await each(spares, (index) => role(`spare-${index}`))],
    identityId: [[machines.permanent.id], ids(machines.full)],
    bareIdentityId: [machines.bare, machines.bare],
    clientId: [[machines.permanent.clientId], machines.full.map(({ clientId }) => clientId)],
    clientSecret: [[firstSecret.clientSecret], [firstSecret.clientSecret]],
    clientSecretId: [
      [firstSecret.clientSecretData.id],
      otherSecrets.map(({ clientSecretData }) => clientSecretData.id),
    ],
    tokenId: [[firstToken.tokenData.id], otherTokens.slice(0, spares).map(({ tokenData }) => tokenData.id)],
    accessToken: [[firstToken.accessToken], otherTokens.slice(spares).map(({ accessToken }) => accessToken)],
    projectId: [[project.id], ids(projects)],
    projectSlug: [[project.slug], projects.map(({ slug }) => slug)],
    projectMembershipId: [inside.membershipIds.slice(0, 1), inside.membershipIds.slice(1)],
    identityMembershipId: [[inside.identityMembershipId], [inside.identityMembershipId]],
    environmentId: [[inside.environmentId], inside.environments],
    deletedEnvironmentId: [inside.deleted, inside.deleted],
    projectRoleId: [[inside.roleId], inside.roles],
    tagId: [[inside.tagId], inside.tags],
    tagSlug: [['permanent'], ['permanent']],
    ownedIdentityId: [[inside.ownedId], inside.owned],
    privilegeId: [[inside.privilegeId], inside.privileges.slice(0, spares)],
    privilegeSlug: [['permanent'], Array.from({ length: spares }, (_, index) => `spare-${spares + index}`)],
    groupId: [[inside.groupId], inside.groups],
    webhookId: [[inside.webhookId], inside.webhooks],
    otherGroupId: [inside.otherGroups, inside.otherGroups],
    secretId: [[stored.permanent.id], stored.spare.slice(0, spares).map(({ id }) => id)],
    secretName: [['PERMANENT'], stored.spare.slice(spares).map(({ name }) => name)],
    versionId: [[stored.permanent.versionId], stored.spare.map(({ versionId }) => versionId)],
    commitId: [ids(stored.commits).slice(0, 1), ids(stored.commits)],
    folderId: [[stored.folder], stored.folders],
    folderPath: [stored.imported, stored.imported],
    secretImportId: [[stored.import], stored.imports],
    caId: [[pki.permanent.id], ids(pki.roots)],
    pendingCaId: [[firstPending.id], ids(otherPending)],
    csr: [[firstPending.csr], otherPending.map(({ csr }) => csr)],
    authorityCertificate: [[firstPending.certificate], otherPending.map(({ certificate }) => certificate)],
    authorityChain: [[firstPending.certificateChain], otherPending.map(({ certificateChain }) => certificateChain)],
    caCertId: [ids(pki.authorityCertificates).slice(0, 1), ids(pki.authorityCertificates).slice(0, 1)],
    crlId: [ids(pki.revocationLists), ids(pki.revocationLists)],
    certificateId: [
      [firstIssued.certificateId],
      otherIssued.slice(0, spares).map(({ certificateId }) => certificateId),
    ],
    serialNumber: [[firstIssued.serialNumber], otherIssued.slice(spares).map(({ serialNumber }) => serialNumber)],
    ...outside,
    email: [[email], [email]],
    password: [[password], [password]],
  };
  const callers = users.all
    .filter(({ user }) => [email, users.sessionUser].includes(user.email))
    .flatMap(({ id, user }) => [id, user.id]);
  return {
    organizationId,
    email,
    password,
    callers: [setup.identity.id, ...callers],
    sessionUser: users.sessionUser,
    token,
    machine: setup.identity.credentials.token,
    objects,
  };
};

// The tested resources, with the attributes that the second apply changes and the id for the import. `of` refers to an
// attribute of another resource.
import { logins } from './logins.mjs';

const of = (address, attribute = 'id') => `\${${address}.${attribute}}`;
const { ORGANIZATION_ID, MEMBER_EMAIL } = process.env;

const project = { project_id: of('infisical_project.made') };
const identity = { identity_id: of('infisical_identity.made') };
const viewer = { roles: [{ role_slug: 'viewer' }] };
const member = { roles: [{ role_slug: 'member' }] };
const inDevelopment = '{"environment":{"$eq":"dev"},"secretPath":{"$eq":"/"}}';
const reading = [{ subject: 'secrets', action: ['describeSecret', 'readValue'], conditions: inDevelopment }];
const writing = [
  { subject: 'secrets', action: ['describeSecret', 'readValue', 'edit'], conditions: inDevelopment },
  { subject: 'secret-folders', action: ['edit'], inverted: true },
];
const byId = ({ id }) => id;

const privilege = (slug, body, changed) => ({
  type: 'infisical_project_identity_specific_privilege',
  name: slug,
  body: {
    project_slug: of('infisical_project.made', 'slug'),
    identity_id: of('infisical_project_identity.made', 'identity_id'),
    slug,
    ...body,
  },
  changed,
});
const permission = (actions) => ({ actions, subject: 'secrets', conditions: { environment: 'dev', secret_path: '/' } });

const projects = [
  {
    type: 'infisical_project',
    name: 'made',
    body: { name: 'Made by Terraform', slug: 'made-by-terraform', description: 'First' },
    changed: { description: 'Second' },
    importId: byId,
  },
  {
    type: 'infisical_project_environment',
    name: 'placed',
    body: { ...project, name: 'Placed', slug: 'placed', position: 4 },
    changed: { name: 'Placed again' },
    importId: byId,
  },
  // The provider leaves the position unknown after an update, which Terraform reports as an error, although the update
  // succeeded and the next plan is empty.
  {
    type: 'infisical_project_environment',
    name: 'unplaced',
    providerError: /All values must be known after apply/,
    body: { ...project, name: 'Unplaced', slug: 'unplaced', depends_on: ['infisical_project_environment.placed'] },
    changed: { name: 'Unplaced again' },
    importId: byId,
  },
  {
    type: 'infisical_project_role',
    name: 'current',
    body: { ...project, name: 'Current', slug: 'current', description: 'First', permissions_v2: reading },
    changed: { permissions_v2: writing },
    importId: byId,
  },
  {
    type: 'infisical_project_role',
    name: 'former',
    body: {
      project_slug: of('infisical_project.made', 'slug'),
      name: 'Former',
      slug: 'former',
      permissions: [{ action: 'read', subject: 'secrets', conditions: { environment: 'dev', secret_path: '/' } }],
    },
    changed: { name: 'Former again' },
  },
  {
    type: 'infisical_project_user',
    name: 'made',
    body: { ...project, username: MEMBER_EMAIL, ...viewer },
    changed: member,
    importId: ({ project_id: id, user }) => `${id},${user.id}`,
  },
  {
    type: 'infisical_project_identity',
    name: 'made',
    body: { ...project, ...identity, ...viewer },
    changed: member,
    importId: ({ membership_id: id }) => id,
  },
  {
    type: 'infisical_project_group',
    name: 'made',
    body: { ...project, group_id: of('infisical_group.made'), ...viewer },
    changed: member,
  },
  {
    type: 'infisical_project_scoped_identity',
    name: 'made',
    body: { ...project, name: 'Of the project', ...viewer },
    changed: { name: 'Of the project again' },
    importId: ({ project_id: id, id: own }) => `${id},${own}`,
  },
  privilege('current', { permissions_v2: reading }, { permissions_v2: writing }),
  privilege(
    'former',
    { permission: permission(['read', 'edit']) },
    { permission: permission(['read', 'edit', 'delete']) },
  ),
  // The range does not change, because the provider plans with the earlier end, whatever the server returns.
  privilege(
    'temporary',
    {
      permissions_v2: reading,
      is_temporary: true,
      temporary_range: '2h',
      temporary_access_start_time: '2030-01-01T00:00:00Z',
    },
    { permissions_v2: writing },
  ),
];

const secrets = [
  {
    type: 'infisical_secret_tag',
    name: 'made',
    body: { ...project, name: 'backend', slug: 'backend', color: '#1e90ff' },
    changed: { color: '#ff0000' },
    importId: ({ project_id: id, id: own }) => `${id},${own}`,
  },
  {
    type: 'infisical_secret_folder',
    name: 'made',
    body: { ...project, environment_slug: 'dev', folder_path: '/', name: 'service', description: 'First' },
    changed: { name: 'services' },
    importId: byId,
  },
  {
    type: 'infisical_secret',
    name: 'plain',
    body: { workspace_id: project.project_id, env_slug: 'dev', folder_path: '/', name: 'PLAIN', value: 'first' },
    changed: { value: 'second' },
    importId: byId,
  },
  {
    type: 'infisical_secret',
    name: 'full',
    body: {
      workspace_id: project.project_id,
      env_slug: 'dev',
      folder_path: '/',
      name: 'FULL',
      value: 'first',
      tag_ids: [of('infisical_secret_tag.made')],
      secret_reminder: { note: 'Change it', repeat_days: 30 },
    },
    changed: { name: 'RENAMED', secret_reminder: { note: 'Now', repeat_days: 60 } },
  },
  {
    type: 'infisical_secret_import',
    name: 'made',
    body: {
      ...project,
      environment_slug: 'dev',
      folder_path: '/',
      import_environment_slug: 'prod',
      import_folder_path: '/',
      is_replication: false,
    },
    changed: { import_environment_slug: 'staging' },
    importId: byId,
  },
];

const authority = (name) => ({
  type: 'infisical_cert_manager_internal_ca',
  name,
  body: {
    type: name,
    name,
    common_name: `The ${name}`,
    key_algorithm: 'EC_prime256v1',
    // The provider sends no project: the server finds the only one for certificates.
    depends_on: ['infisical_project.certificates'],
  },
  changed: { name: `${name} again` },
  importId: byId,
});
const authorityCertificate = (name, body, changed) => ({
  type: 'infisical_cert_manager_ca_certificate',
  name,
  body: {
    ca_id: of(`infisical_cert_manager_internal_ca.${name}`),
    not_before: '2020-01-01T00:00:00Z',
    not_after: '2090-01-01T00:00:00Z',
    ...body,
  },
  changed,
  importId: ({ ca_id: id, id: own }) => `${id}:${own}`,
});
const certificates = [
  {
    type: 'infisical_project',
    name: 'certificates',
    body: { name: 'Certificates', slug: 'certificates-by-terraform', type: 'cert-manager' },
    importId: byId,
  },
  authority('root'),
  authority('intermediate'),
  authorityCertificate('root', {}, { max_path_length: 1 }),
  authorityCertificate(
    'intermediate',
    { parent_ca_id: of('infisical_cert_manager_ca_certificate.root', 'ca_id'), max_path_length: 0 },
    { not_after: '2080-01-01T00:00:00Z' },
  ),
];

const organization = [
  {
    type: 'infisical_identity',
    name: 'made',
    body: {
      name: 'Made by Terraform',
      role: 'member',
      org_id: ORGANIZATION_ID,
      metadata: [{ key: 'team', value: 'payments' }],
    },
    changed: { name: 'Made by Terraform again' },
    importId: byId,
  },
  {
    type: 'infisical_group',
    name: 'made',
    body: { name: 'Made by Terraform', slug: 'made-by-terraform', role: 'member' },
    changed: { name: 'Made by Terraform again' },
    importId: byId,
  },
  {
    type: 'infisical_group_machine_identity',
    name: 'made',
    body: { ...identity, group_id: of('infisical_group.made') },
    importId: ({ group_id: id, identity_id: own }) => `${id},${own}`,
  },
  {
    type: 'infisical_org_role',
    name: 'made',
    body: {
      name: 'Tester',
      slug: 'tester',
      description: 'First',
      permissions: [{ subject: 'project', action: ['create'] }],
    },
    changed: { description: 'Second' },
  },
];

export const resources = [...organization, ...logins, ...projects, ...secrets, ...certificates].map((resource) => ({
  ...resource,
  address: `${resource.type}.${resource.name}`,
}));

/** Resources of features that the server does not have. */
export const unsupported = [
  {
    type: 'infisical_kms_key',
    name: 'made',
    body: {
      project_id: process.env.PROJECT_ID,
      name: 'key',
      key_usage: 'encrypt-decrypt',
      encryption_algorithm: 'aes-256-gcm',
    },
  },
  {
    type: 'infisical_project_template',
    name: 'made',
    body: { name: 'template', type: 'secret-manager', environments: [{ name: 'Dev', slug: 'dev', position: 1 }] },
  },
  { type: 'infisical_sub_organization', name: 'made', body: { name: 'sub-organization' } },
].map((resource) => ({ ...resource, address: `${resource.type}.${resource.name}` }));

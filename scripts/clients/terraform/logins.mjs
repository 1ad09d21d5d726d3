// The ways in which a machine identity logs in: all of them of one identity, and of another one with as few fields as
// possible. They are also removed behind the back of Terraform, whose next plan has to create them again.
const { AUTHORITY, KUBERNETES_URL, PUBLIC_KEY } = process.env;
const ofIdentity = ({ identity_id: id }) => id;
const identity = (name) => ({ identity_id: `\${infisical_identity.${name}.id}` });

/** How long the tokens of a login live, and where they may be used. */
const tokens = {
  access_token_ttl: 3600,
  access_token_max_ttl: 7200,
  access_token_trusted_ips: [{ ip_address: '10.0.0.0/8' }],
};

const build = 'build@acme.iam.gserviceaccount.com';
const principals = ['2dc0b0a5-6b7c-4e3a-9a63-3f0f1a2b4c5d', '3dc0b0a5-6b7c-4e3a-9a63-3f0f1a2b4c5d'];
const tenant = { tenant_id: '72f988bf-86f1-41af-91ab-2d7cd011db47' };
const issuer = 'https://issuer.example.com';
const bound = { bound_audiences: ['one'], bound_claims: { job: 'build,test' }, bound_subject: 'repository:*' };

/** `least` is complete, too. The provider imports only some of the methods. */
const methods = {
  universal: { body: {}, changed: { access_token_ttl: 1800 }, least: {} },
  token: { body: {}, changed: { access_token_ttl: 1800 }, least: {}, importId: ofIdentity },
  oidc: {
    body: { oidc_discovery_url: issuer, bound_issuer: issuer, ...bound },
    changed: { bound_audiences: ['one', 'two'] },
    least: { oidc_discovery_url: issuer, bound_issuer: issuer, bound_subject: 'one' },
  },
  jwt: {
    body: { configuration_type: 'jwks', jwks_url: `${issuer}/keys`, bound_issuer: issuer, ...bound },
    changed: { bound_audiences: ['one', 'two'], jwks_ca_cert: AUTHORITY },
    least: { configuration_type: 'static', public_keys: [PUBLIC_KEY] },
    importId: ofIdentity,
  },
  kubernetes: {
    body: {
      kubernetes_host: KUBERNETES_URL,
      kubernetes_ca_certificate: AUTHORITY,
      token_reviewer_jwt: 'the token of the reviewer',
      allowed_namespaces: ['payments', 'billing'],
    },
    changed: {
      token_reviewer_jwt: undefined,
      allowed_namespaces: ['payments'],
      allowed_service_account_names: ['api'],
    },
    least: { kubernetes_host: KUBERNETES_URL, kubernetes_ca_certificate: AUTHORITY, allowed_namespaces: ['payments'] },
    importId: ofIdentity,
  },
  aws: {
    body: { allowed_principal_arns: ['arn:aws:iam::123456789012:role/build', 'arn:aws:iam::123456789012:user/*'] },
    // Left out, and not an empty list: the provider reads any empty list as one with an empty text.
    changed: { allowed_principal_arns: undefined, allowed_account_ids: ['123456789012'] },
    least: { allowed_account_ids: ['123456789012'] },
    importId: ofIdentity,
  },
  azure: {
    body: { ...tenant, allowed_service_principal_ids: principals.slice(1) },
    changed: { resource_url: 'https://vault.azure.net/', allowed_service_principal_ids: principals },
    least: { ...tenant, allowed_service_principal_ids: principals },
    importId: ofIdentity,
  },
  gcp: {
    body: { allowed_service_account_emails: [build], allowed_projects: ['acme'] },
    changed: { allowed_projects: ['acme', 'acme-test'], allowed_zones: ['us-central1-a'] },
    least: { type: 'iam', allowed_service_account_emails: [build] },
  },
  tls_cert: {
    body: { ca_certificate: AUTHORITY, allowed_common_names: ['build-1'] },
    changed: {
      allowed_common_names: ['build-1', 'build-2'],
      allowed_subject_alt_names: ['DNS:build.example.com'],
      verify_client_certificate_chain: true,
    },
    least: { ca_certificate: AUTHORITY },
    importId: ofIdentity,
  },
};

const login = (method, name, body, more) => ({
  type: `infisical_identity_${method}_auth`,
  name,
  body: { ...identity(name), ...body },
  /** Where the server removes the login. */
  outside: ({ identity_id: id }) => `/api/v1/auth/${method.replace('_', '-')}-auth/identities/${id}`,
  ...more,
});

export const logins = [
  {
    type: 'infisical_identity',
    name: 'least',
    body: { name: 'Logs in', role: 'no-access', org_id: process.env.ORGANIZATION_ID },
  },
  ...Object.entries(methods).flatMap(([method, { body, changed, least, importId }]) => [
    login(method, 'made', { ...tokens, ...body }, { changed, importId }),
    login(method, 'least', least, { importId }),
  ]),
  {
    type: 'infisical_identity_universal_auth_client_secret',
    name: 'made',
    body: { ...identity('made'), description: 'First', depends_on: ['infisical_identity_universal_auth.made'] },
  },
  {
    type: 'infisical_identity_token_auth_token',
    name: 'made',
    body: { ...identity('made'), name: 'First', depends_on: ['infisical_identity_token_auth.made'] },
    changed: { name: 'Second' },
  },
];

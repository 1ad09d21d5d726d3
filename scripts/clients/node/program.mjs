// Uses the operations of the Node SDK. The argument is the folder of the installed package: versions 3 and 5 have the
// same calls, except where `isCurrent` is checked.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { equal, fails, notOffered, step } from '../steps.mjs';

const require = createRequire(import.meta.url);
const { InfisicalSDK } = require(process.argv[2]);
const isCurrent = !require(join(process.argv[2], 'package.json')).version.startsWith('3.');
const { SITE_URL, CLIENT_ID, CLIENT_SECRET, ACCESS_TOKEN, PROJECT_ID, PROJECT_SLUG, TAG_ID, MEMBER_EMAIL } =
  process.env;
const folder = { projectId: PROJECT_ID, environment: 'dev', secretPath: '/' };
const namesOf = (secrets) => secrets.map(({ secretKey }) => secretKey).sort();
const newSdk = () => new InfisicalSDK({ siteUrl: SITE_URL });

let sdk = newSdk().auth().accessToken(ACCESS_TOKEN);
await step('log in with universal auth', async () => {
  sdk = await newSdk().auth().universalAuth.login({ clientId: CLIENT_ID, clientSecret: CLIENT_SECRET });
});
await step('renew the token', async () => {
  sdk = await sdk.auth().universalAuth.renew();
});
await step('log in with a wrong secret', () =>
  fails(
    () => newSdk().auth().universalAuth.login({ clientId: CLIENT_ID, clientSecret: 'wrong' }),
    /Invalid credentials/,
  ),
);
await step('use an access token', async () => {
  equal(
    (
      await newSdk()
        .auth()
        .accessToken(ACCESS_TOKEN)
        .secrets()
        .getSecret({ ...folder, secretName: 'HOST' })
    ).secretValue,
    'example.com',
  );
});

const secrets = sdk.secrets();
await step('create a secret', async () => {
  const { secret } = await secrets.createSecret('KEY', {
    ...folder,
    secretValue: 'first',
    secretComment: 'Why',
    tagIds: [TAG_ID],
    secretReminderNote: 'Change it',
    secretReminderRepeatDays: 30,
    skipMultilineEncoding: true,
  });
  equal([secret.secretKey, secret.secretValue, secret.secretComment, secret.version], ['KEY', 'first', 'Why', 1]);
});
await step('create a secret that exists', () =>
  fails(() => secrets.createSecret('KEY', { ...folder, secretValue: 'again' }), /already exist/),
);
await step('get a secret', async () =>
  equal((await secrets.getSecret({ ...folder, secretName: 'KEY' })).secretValue, 'first'),
);
await step('get a secret with a reference', async () => {
  equal((await secrets.getSecret({ ...folder, secretName: 'URL' })).secretValue, 'https://example.com/');
  equal(
    (await secrets.getSecret({ ...folder, secretName: 'URL', expandSecretReferences: false })).secretValue,
    'https://${HOST}/',
  );
});
await step('get a secret without its value', async () =>
  equal(
    (await secrets.getSecret({ ...folder, secretName: 'KEY', viewSecretValue: false })).secretValue,
    '<hidden-by-infisical>',
  ),
);
await step('get an unknown secret', () =>
  fails(() => secrets.getSecret({ ...folder, secretName: 'NONE' }), /404|not found|NONE/),
);
await step('list secrets', async () =>
  equal(namesOf((await secrets.listSecrets(folder)).secrets), ['HOST', 'KEY', 'URL']),
);
await step('list secrets with imports', async () =>
  equal(namesOf(await secrets.listSecretsWithImports(folder)), ['HOST', 'KEY', 'SHARED', 'URL']),
);
await step('list secrets of all folders', async () =>
  equal(namesOf((await secrets.listSecrets({ ...folder, recursive: true })).secrets), ['HOST', 'KEY', 'PORT', 'URL']),
);
await step('list secrets with a tag', async () =>
  equal(namesOf((await secrets.listSecrets({ ...folder, tagSlugs: ['backend'] })).secrets), ['HOST', 'KEY']),
);
if (isCurrent)
  await step('list secrets into the environment', async () => {
    await secrets.listSecrets({ ...folder, secretPath: '/app', attachToProcessEnv: true });
    equal(process.env.PORT, '8080');
  });
await step('update a secret', async () => {
  const { secret } = await secrets.updateSecret('KEY', {
    ...folder,
    secretValue: 'second',
    secretComment: 'Since',
    tagIds: [],
  });
  equal([secret.secretValue, secret.version], ['second', 2]);
});
await step('get an earlier version', async () =>
  equal((await secrets.getSecret({ ...folder, secretName: 'KEY', version: 1 })).secretValue, 'first'),
);
await step('rename a secret', async () =>
  equal((await secrets.updateSecret('KEY', { ...folder, newSecretName: 'RENAMED' })).secret.secretKey, 'RENAMED'),
);
await step('delete a secret', async () => {
  equal((await secrets.deleteSecret('RENAMED', folder)).secret.secretKey, 'RENAMED');
  await fails(() => secrets.getSecret({ ...folder, secretName: 'RENAMED' }), /404|not found|RENAMED/);
});
await step('create a folder', async () =>
  equal(
    (
      await sdk
        .folders()
        .create({ name: 'web', path: '/', projectId: PROJECT_ID, environment: 'dev', description: 'Pages' })
    ).name,
    'web',
  ),
);
if (isCurrent) {
  await step('list folders', async () => {
    const folders = await sdk.folders().listFolders({ projectId: PROJECT_ID, environment: 'dev', path: '/' });
    equal(folders.map(({ name }) => name).sort(), ['app', 'web']);
  });
}
await step('create an environment', async () =>
  equal(
    (await sdk.environments().create({ name: 'Tests', slug: 'tests', projectId: PROJECT_ID, position: 4 })).slug,
    'tests',
  ),
);
await step('create a project', async () =>
  equal(
    (
      await sdk
        .projects()
        .create({ projectName: 'Made by a client', type: 'secret-manager', projectDescription: 'A first one' })
    ).name,
    'Made by a client',
  ),
);
await step('add a member to a project', async () => {
  const memberships = await sdk
    .projects()
    .inviteMembers({ projectId: PROJECT_ID, emails: [MEMBER_EMAIL], roleSlugs: ['viewer'] });
  equal(
    memberships.map(({ projectId }) => projectId),
    [PROJECT_ID],
  );
});

const place = { projectSlug: PROJECT_SLUG, environmentSlug: 'dev', path: '/' };
await step('create a dynamic secret', async () => {
  const provider = { type: 'totp', inputs: { configType: 'manual', secret: 'JBSWY3DPEHPK3PXP' } };
  const { name } = await sdk
    .dynamicSecrets()
    .create({ ...place, name: 'portal', provider, defaultTTL: '1h', maxTTL: '1h' });
  equal(name, 'portal');
});
await step('lease a dynamic secret, and end the lease', async () => {
  const { leases } = sdk.dynamicSecrets();
  const { lease, data } = await leases.create({ ...place, dynamicSecretName: 'portal', ttl: '10m' });
  equal(/^\d{6}$/.test(data.TOTP), true);
  const { lease: ended } = await leases.delete(lease.id, place);
  equal(ended.id, lease.id);
});
await step('delete a dynamic secret', async () =>
  equal((await sdk.dynamicSecrets().delete('portal', { ...place, isForced: true })).name, 'portal'),
);
if (isCurrent)
  await notOffered('create a KMS key', () =>
    sdk
      .kms()
      .keys()
      .create({ projectId: PROJECT_ID, name: 'key', keyUsage: 'encrypt-decrypt', encryptionAlgorithm: 'aes-256-gcm' }),
  );

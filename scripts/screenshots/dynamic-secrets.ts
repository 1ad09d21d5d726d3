import { newDynamicSecrets, TargetDatabase } from '../../test/support/fixtures/dynamic-secrets.ts';
import { newRotationSetting } from '../../test/support/fixtures/secret-rotations.ts';
import { renameUser } from './people.ts';
import { colorSchemes, inStudio, type Studio } from './studio.ts';

const rename = { name: 'Rocket', slug: 'rocket' };

/** A database whose users end by themselves, two of which exist, and an authority of SSH certificates. */
const leasing = async ({ world: studioWorld, storage, sql }: Studio) => {
  const world = studioWorld();
  const target = await TargetDatabase.start();
  const { organization, project, admin, create, lease, newLeaser } = await newDynamicSecrets(world, '/');
  await sql(`update organizations set "name" = 'Acme' where "id" = '${organization.id}'`);
  await sql(`update project_environments set "name" = 'Development' where "slug" = 'dev'`);
  await world.call('updateProject', { as: admin, params: { projectId: project.id }, body: rename });
  const place = { projectSlug: 'rocket' };
  const usernameTemplate = 'report-{{lowercase (random 12)}}';
  const ssh = { type: 'ssh', inputs: { principals: ['deploy'] } };
  await create(ssh, { ...place, name: 'machines', defaultTTL: '15 minutes' });
  const database = { type: 'sql-database', inputs: target.inputs };
  await create(database, { ...place, name: 'reporting-db', defaultTTL: '1 hour', maxTTL: '1 day', usernameTemplate });
  await lease('reporting-db', { ...place, ttl: '1h' });
  await lease('reporting-db', { ...place, ttl: '10m' }, await newLeaser());
  await sql(`update identities set "name" = 'reports' where "name" = 'Test identity'`);
  return { as: await renameUser(storage(), admin, 'Grace', 'Hopper') };
};

inStudio('pictures of dynamic secrets', async (studio) => {
  const { as } = await leasing(studio);
  for (const colorScheme of colorSchemes) {
    const take = await studio.camera(as, colorScheme, 760);
    await take('dynamic-secrets', '/p/rocket/dev?dynamic=reporting-db', (page) => page.getByText('1 h left').waitFor());
  }
});

inStudio('pictures of rotations', async (studio) => {
  const { admin, project, create } = await newRotationSetting(studio.world());
  await create({ name: 'orders-login' });
  await studio.world().call('updateProject', { as: admin, params: { projectId: project.id }, body: rename });
  await studio.sql(`update organizations set "name" = 'Acme'`);
  const shown = { host: 'db.internal', port: 5432, database: 'orders', username: 'sallyport' };
  const credentials = { ...shown, sslEnabled: true, sslRejectUnauthorized: true, sslCertificate: '' };
  await studio.sql(`update app_connections set "credentials" = '${JSON.stringify(credentials)}'`);
  await studio.sql(`update project_environments set "name" = 'Development' where "slug" = 'dev'`);
  const as = await renameUser(studio.storage(), admin, 'Grace', 'Hopper');
  for (const colorScheme of colorSchemes) {
    const take = await studio.camera(as, colorScheme, 560);
    await take('rotations', '/p/rocket/rotations', (page) => page.getByText('orders-login').first().waitFor());
  }
});

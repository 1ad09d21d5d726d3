import { newConsoleSecrets } from '../../test/support/fixtures/console-secrets.ts';
import { addToProject } from '../../test/support/fixtures/projects.ts';
import { renameUser } from './people.ts';
import { colorSchemes, inStudio, start, type Studio } from './studio.ts';

const hour = 3_600_000;

const environmentNames = { dev: 'Development', staging: 'Staging', prod: 'Production' };

/** A period in hours from then on. */
const during = (from: number, to: number) => ({
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange: `${(to - from) * 60}m`,
  temporaryAccessStartTime: new Date(start + from * hour).toISOString(),
  temporaryAccessEndTime: new Date(start + to * hour).toISOString(),
});

const setting = async ({ world: studioWorld, sql, storage }: Studio) => {
  const world = studioWorld();
  const { organization, project, admin, create } = await newConsoleSecrets(world, ['/backend']);
  const body = { name: 'Rocket', slug: 'rocket' };
  await world.call('updateProject', { as: admin, params: { projectId: project.id }, body });
  await sql(`update organizations set "name" = 'Acme' where "id" = '${organization.id}'`);
  for (const [slug, name] of Object.entries(environmentNames))
    await sql(`update project_environments set "name" = '${name}' where "slug" = '${slug}'`);
  await create({ DATABASE_URL: 'postgres://app@db.example.internal/rocket' });
  const guests = [
    { name: ['Ada', 'Lovelace'], role: 'viewer', period: during(-1, 2) },
    { name: ['Margaret', 'Hamilton'], role: 'member', period: during(-20, 10) },
    { name: ['Katherine', 'Johnson'], role: 'admin', period: during(-4, 0.5) },
    { name: ['Dorothy', 'Vaughan'], role: 'viewer', period: during(3, 15) },
  ] as const;
  for (const { name, role, period } of guests) {
    const user = await renameUser(storage(), await world.newUser(organization, 'no-access'), name[0], name[1]);
    await addToProject(world, project, user, role, period);
  }
  return { as: await renameUser(storage(), admin, 'Grace', 'Hopper') };
};

inStudio('pictures of access', async (studio) => {
  const { as } = await setting(studio);
  const question = new URLSearchParams({
    actor: 'user:ada@example.com',
    action: 'readValue',
    environment: 'dev',
    secretPath: '/',
    secretName: 'DATABASE_URL',
  });
  for (const colorScheme of colorSchemes) {
    const take = await studio.camera(as, colorScheme, 680);
    const takeAccess = (name: string, path: string, shown: string) =>
      take(name, `/p/rocket/access/${path}`, (page) => page.getByText(shown).first().waitFor());
    await takeAccess('explain', `explain?${question.toString()}`, 'Yes: ada@example.com may');
    await takeAccess('temporary', 'temporary', 'katherine@example.com');
  }
});

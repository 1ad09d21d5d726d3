import { join } from 'node:path';
import { useConsole } from '../../test/support/clients/console.ts';
import { newConsoleSecrets } from '../../test/support/fixtures/console-secrets.ts';
import { addToProject } from '../../test/support/fixtures/projects.ts';
import { execute } from '../../test/support/world/sql.ts';
import { newStorage, ownWorld, type Environment, type World } from '../../test/support/world/world.ts';
import { renameUser } from './people.ts';

const folder = join(import.meta.dirname, '..', '..', 'src', 'console', 'screenshots');

/** The time at which the clock of the server stands. */
const start = Date.UTC(2030, 0, 1, 0);
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

describe('pictures of access', () => {
  let world: World;
  let storage: Environment;
  const { open } = useConsole(() => world);
  before(async () => {
    storage = await newStorage('sqlite');
    world = await ownWorld(storage);
  });

  const setting = async () => {
    const { organization, project, admin, create } = await newConsoleSecrets(world, ['/backend']);
    const body = { name: 'Rocket', slug: 'rocket' };
    await world.call('updateProject', { as: admin, params: { projectId: project.id }, body });
    await execute(storage, `update organizations set "name" = 'Acme' where "id" = '${organization.id}'`);
    for (const [slug, name] of Object.entries(environmentNames))
      await execute(storage, `update project_environments set "name" = '${name}' where "slug" = '${slug}'`);
    await create({ DATABASE_URL: 'postgres://app@db.example.internal/rocket' });
    const guests = [
      { name: ['Ada', 'Lovelace'], role: 'viewer', period: during(-1, 2) },
      { name: ['Margaret', 'Hamilton'], role: 'member', period: during(-20, 10) },
      { name: ['Katherine', 'Johnson'], role: 'admin', period: during(-4, 0.5) },
      { name: ['Dorothy', 'Vaughan'], role: 'viewer', period: during(3, 15) },
    ] as const;
    for (const { name, role, period } of guests) {
      const user = await renameUser(storage, await world.newUser(organization, 'no-access'), name[0], name[1]);
      await addToProject(world, project, user, role, period);
    }
    return { as: await renameUser(storage, admin, 'Grace', 'Hopper') };
  };

  it('takes the pictures', async () => {
    const { as } = await setting();
    for (const colorScheme of ['light', 'dark'] as const) {
      const page = await open('/account', { as, colorScheme, viewport: { width: 1200, height: 680 } });
      await page.clock.setFixedTime(start);
      const take = async (name: string, path: string, shown: string): Promise<void> => {
        await page.goto(`${world.server.url}/p/rocket/access/${path}`);
        await page.getByText(shown).first().waitFor();
        await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`), animations: 'disabled' });
      };
      const question = new URLSearchParams({
        actor: 'user:ada@example.com',
        action: 'readValue',
        environment: 'dev',
        secretPath: '/',
        secretName: 'DATABASE_URL',
      });
      await take('explain', `explain?${question.toString()}`, 'Yes: ada@example.com may');
      await take('temporary', 'temporary', 'katherine@example.com');
    }
  });
});

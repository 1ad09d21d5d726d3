import { onConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { newConsoleSecrets } from '../support/fixtures/console-secrets.ts';

/** The pages that most people see, with the heading of each. */
const pages = (project: string): readonly (readonly [string, string | RegExp])[] => [
  ['/', 'Projects'],
  [`/p/${project}`, /./],
  [`/p/${project}/dev`, 'The dev'],
  [`/p/${project}/access`, 'Access'],
  [`/p/${project}/roles`, /Roles/],
  [`/p/${project}/events`, 'Events'],
  [`/p/${project}/certificates`, 'Certificates'],
  [`/p/${project}/leases`, 'Leases'],
  [`/p/${project}/rotations`, 'Rotations'],
  [`/p/${project}/settings`, /Settings/],
  ['/people', 'People'],
  ['/groups', 'Groups'],
  ['/identities', 'Machine identities'],
  ['/org/roles', /Roles/],
  ['/org/connections', 'App connections'],
  ['/org/security', 'Security'],
  ['/audit', 'Audit log'],
  ['/account', 'Account'],
];

onConsole('accessibility', ({ world, open }) => {
  it('has no findings of axe on the main pages, wide and narrow, light and dark', async () => {
    const { admin, project, create } = await newConsoleSecrets(world());
    await create({ DATABASE_URL: 'postgres://', EMPTY: '' });
    await world().makeInstanceAdmin(admin);
    const page = await open('/account', { as: admin });
    // The server of the tests has the time of its clock.
    await page.clock.setFixedTime(world().clock.now());
    for (const [path, heading] of [...pages(project.slug), ['/admin', /./] as const]) {
      await page.goto(`${world().server.url}${path}`);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await page.getByLabel('Loading').first().waitFor({ state: 'detached' });
      await expectAccessible(page, { inEveryView: true });
    }
  });

  it('has none while the answers of the server are awaited', async () => {
    const { admin, project } = await newConsoleSecrets(world());
    const page = await open('/account', { as: admin });
    await page.clock.setFixedTime(world().clock.now());
    let release: () => void = () => undefined;
    let answers: Promise<void> | undefined;
    await page.route(/\/api\/(?!.*\/auth\/token$)/, async (route) => {
      await answers;
      await route.continue().catch(() => undefined);
    });
    for (const [path, heading] of pages(project.slug)) {
      answers = new Promise((resolve) => (release = resolve));
      await page.goto(`${world().server.url}${path}`);
      await page.getByLabel('Loading').first().waitFor();
      await expectAccessible(page);
      release();
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
  });
});

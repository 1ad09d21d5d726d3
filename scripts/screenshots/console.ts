import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ofInstance } from '../../src/transaction-keys.ts';
import { onConsole } from '../../test/support/clients/console.ts';
import { newConsoleSecrets, typeValue } from '../../test/support/fixtures/console-secrets.ts';

const folder = join(import.meta.dirname, '..', '..', 'src', 'console', 'screenshots');

const inDevelopment = {
  API_KEY: 'sk-example-7f3a',
  DATABASE_URL: 'postgres://app@db.example.internal/rocket',
  FEATURE_FLAGS: 'launch,telemetry',
  REDIS_URL: 'redis://cache.example.internal:6379',
  SMTP_PASSWORD: 'an example',
};
const { FEATURE_FLAGS: _onlyInDevelopment, ...inProduction } = inDevelopment;

const environmentNames: Readonly<Record<string, string>> = {
  dev: 'Development',
  staging: 'Staging',
  prod: 'Production',
};

onConsole('pictures', ({ world, open }) => {
  /** Gives the objects of the fixtures the names that people use. */
  const nameObjects = async (as: { token: string }, { id, slug }: { id: string; slug: string }): Promise<void> => {
    await world().call('updateProject', { as, params: { projectId: id }, body: { name: 'Rocket' } });
    const { body } = await world().call('getProjectBySlug', { as, params: { slug } });
    for (const environment of body.environments as { id: string; slug: string }[])
      await world().call('updateEnvironment', {
        as,
        params: { projectId: id, id: environment.id },
        body: { name: environmentNames[environment.slug], isProtected: environment.slug === 'prod' },
      });
  };

  const renameUser = ({ id }: { id: string }, name: string): Promise<void> =>
    world().server.parts.database.transaction(ofInstance, async ({ db }) => {
      await db('users')
        .where({ id })
        .update({ username: `${name}@example.com` });
    });

  for (const [colorScheme, name] of [
    ['light', 'ada'],
    ['dark', 'grace'],
  ] as const)
    it(`takes the pictures in ${colorScheme}`, async () => {
      const { address, admin, project, create, change } = await newConsoleSecrets(world(), ['/backend']);
      await nameObjects(admin, project);
      await renameUser(admin, name);
      await create(inDevelopment);
      await create(inProduction, 'prod');
      await change('API_KEY', 'sk-example-81c4');
      mkdirSync(folder, { recursive: true });
      const page = await open('/', {
        as: { ...admin, email: `${name}@example.com` },
        colorScheme,
        viewport: { width: 1200, height: 720 },
      });
      // The time of the server is that of the tests.
      await page.clock.setFixedTime('2030-01-01T00:00:00Z');
      const take = async (name: string, of: Page = page): Promise<void> => {
        await of.screenshot({ path: join(folder, `${name}-${colorScheme}.png`), animations: 'disabled' });
      };

      await page.goto(new URL(address.replace(/\/dev$/, ''), page.url()).href);
      await page.getByText('FEATURE_FLAGS', { exact: true }).waitFor();
      await take('overview');

      await page.goto(new URL(address, page.url()).href);
      await page.getByText('FEATURE_FLAGS', { exact: true }).waitFor();
      await take('environment');

      await page.getByRole('button', { name: 'Details and history of API_KEY' }).click();
      await page.getByText('Version 2,').waitFor();
      await page.getByRole('tab', { name: 'History' }).click();
      await page.getByRole('button', { name: 'Restore version 1' }).waitFor();
      await take('history');
      await page.keyboard.press('Escape');

      await typeValue(page, 'API_KEY', 'sk-example-92d5');
      await typeValue(page, 'REDIS_URL', 'redis://cache-2.example.internal:6379');
      await page.keyboard.press('Control+s');
      await page.getByRole('dialog').getByRole('button', { name: 'Show values' }).click();
      await page.getByText('sk-example-92d5').last().waitFor();
      await take('review');
    });
});

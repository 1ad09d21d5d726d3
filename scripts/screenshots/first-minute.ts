import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { useConsole } from '../../test/support/clients/console.ts';
import { newStorage, ownWorld, type World } from '../../test/support/world/world.ts';
import { animate, type Frame } from './animation.ts';

const file = join(import.meta.dirname, '..', '..', 'src', 'console', 'screenshots', 'first-minute.png');

describe('the moving picture', () => {
  let world: World;
  const { open } = useConsole(() => world);
  before(async () => {
    world = await ownWorld(await newStorage('sqlite'));
  });

  it('shows the first minute with a new server', async () => {
    const frames: Frame[] = [];
    const page = await open('/', { viewport: { width: 960, height: 600 } });
    const show = async (ms: number, of: Page = page): Promise<void> => {
      // Without the mark of the field that has the focus.
      frames.push({ png: await of.screenshot({ animations: 'disabled', caret: 'hide' }), ms });
    };

    await page.waitForURL('**/setup');
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByLabel('Your e-mail address').fill('ada@example.com');
    await show(1500);
    await page.getByLabel('Password', { exact: true }).fill('correct horse battery staple');
    await page.getByLabel('Organization').fill('Acme');
    await page.getByLabel('First project').fill('Scale');
    await page.getByRole('button', { name: 'Set up' }).scrollIntoViewIfNeeded();
    await show(2000);
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.waitForURL('**/p/scale');
    await page.getByRole('heading', { name: 'Next steps' }).waitFor();
    await page.getByRole('tab', { name: 'CLI' }).click();
    await show(3000);

    await page.getByRole('region', { name: 'Next steps' }).getByRole('link', { name: 'Create secret' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('DATABASE_URL');
    await show(1200);
    await dialog.getByLabel('Value').fill('postgres://app@db.example.internal/scale');
    await show(1500);
    await dialog.getByRole('button', { name: 'Create secret' }).click();
    await page.getByText('DATABASE_URL', { exact: true }).waitFor();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('DATABASE_URL', { exact: true }).scrollIntoViewIfNeeded();
    await show(2500);
    await page.getByRole('button', { name: 'Remove the next steps' }).click();
    await page.getByRole('heading', { name: 'Next steps' }).waitFor({ state: 'detached' });
    await show(2500);
    writeFileSync(file, animate(frames));
  });
});

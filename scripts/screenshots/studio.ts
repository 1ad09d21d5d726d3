import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { useConsole, type OpenOptions } from '../../test/support/clients/console.ts';
import type { TestUser } from '../../test/support/world/members.ts';
import { execute } from '../../test/support/world/sql.ts';
import { newStorage, ownWorld, type Environment, type World } from '../../test/support/world/world.ts';

export const folder = join(import.meta.dirname, '..', '..', 'src', 'console', 'screenshots');

/** The time at which the clock of the server stands. */
export const start = Date.UTC(2030, 0, 1, 0);

export const colorSchemes = ['light', 'dark'] as const;

type ColorScheme = NonNullable<OpenOptions['colorScheme']>;

/** Takes a picture of a page, after what `prepare` does there. */
type Take = (name: string, path: string, prepare: (page: Page) => Promise<unknown>) => Promise<void>;

export interface Studio {
  readonly world: () => World;
  /** Changes what the fixtures named. */
  readonly sql: (statement: string) => Promise<void>;
  readonly storage: () => Environment;
  /** A browser in a color scheme. */
  readonly camera: (as: TestUser, colorScheme: ColorScheme, height?: number) => Promise<Take>;
}

/** A server of its own for pictures, and a camera for its pages. */
export const inStudio = (title: string, takePictures: (studio: Studio) => Promise<void>): void => {
  describe(title, () => {
    let world: World;
    let storage: Environment;
    const { open } = useConsole(() => world);
    before(async () => {
      storage = await newStorage('sqlite');
      world = await ownWorld(storage);
    });
    const camera: Studio['camera'] = async (as, colorScheme, height = 640) => {
      const page = await open('/account', { as, colorScheme, viewport: { width: 1200, height } });
      await page.clock.setFixedTime(start);
      return async (name, path, prepare) => {
        await page.goto(`${world.server.url}${path}`);
        await prepare(page);
        await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`), animations: 'disabled' });
      };
    };
    const sql = async (statement: string): Promise<void> => void (await execute(storage, statement));
    it('takes the pictures', () => takePictures({ world: () => world, sql, storage: () => storage, camera }));
  });
};

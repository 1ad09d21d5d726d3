import { databaseKinds, type DatabaseKind } from './world.ts';

/** Whether all random cases are made (`npm run test:random`), or a tenth of them, other ones in each run (`npm test`). */
export const makesAllCases = process.env.TEST_CASES === 'all';

/** How many random cases to make of so many. */
export const cases = (all: number): number => (makesAllCases ? all : Math.ceil(all / 10));

const shift = Math.floor(Math.random() * 2);

/** The items to test on this database: all of them, or one half on each database. */
export const shareOf = <T>(items: readonly T[], kind: DatabaseKind): readonly T[] =>
  makesAllCases ? items : items.filter((_, index) => (index + shift) % 2 === databaseKinds.indexOf(kind));

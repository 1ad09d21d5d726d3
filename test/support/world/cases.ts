import { databaseKinds, onDatabase, type DatabaseKind, type SuiteTests } from './world.ts';

/** Whether all random cases are made (`npm run test:random`), or a tenth of them, other ones in each run (`npm test`). */
export const makesAllCases = process.env.TEST_CASES === 'all';

/** How many random cases to make of so many. */
export const cases = (all: number): number => (makesAllCases ? all : Math.ceil(all / 10));

const shift = Math.floor(Math.random() * 2);

/** The databases for tests that need servers of their own and do not depend on the database: one of them, or both. */
export const kindsInTurn: readonly DatabaseKind[] = makesAllCases ? databaseKinds : [databaseKinds[shift]!];

/** The items to test on this database: all of them, or one half on each database. */
export const shareOf = <T>(items: readonly T[], kind: DatabaseKind, first = shift): readonly T[] =>
  makesAllCases ? items : items.filter((_, index) => (index + first) % 2 === databaseKinds.indexOf(kind));

const testsIn = (suite: Mocha.Suite): Mocha.Test[] => [...suite.tests, ...suite.suites.flatMap(testsIn)];

const keepOnly = (suite: Mocha.Suite, kept: ReadonlySet<Mocha.Test>): void => {
  suite.tests = suite.tests.filter((test) => kept.has(test));
  for (const part of suite.suites) keepOnly(part, kept);
};

let next = shift;

/**
 * Runs one half of the tests of a suite on each database, the other halves in another run: for code that does not
 * depend on the database. The next suite begins with the other database, so that two operations that do the same are
 * tested on both. `npm run test:random` runs all tests on both.
 */
export const onEitherDatabase = (title: string, tests: SuiteTests): void => {
  const suites = databaseKinds.map((kind) => onDatabase(kind, `${title} [${kind}]`, (world) => tests(world, kind)));
  const [all, others] = suites.map(testsIn);
  if (all!.length !== others!.length) throw new Error(`${title}: the databases have different tests`);
  suites.forEach((suite, index) => keepOnly(suite, new Set(shareOf(testsIn(suite), databaseKinds[index]!, next))));
  next += 1;
};

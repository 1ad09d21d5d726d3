/** Whether all random cases are made (`npm run test:random`), or a fifth of them, other ones in each run (`npm test`). */
export const makesAllCases = process.env.TEST_CASES === 'all';

/** How many random cases to make of so many. */
export const cases = (all: number): number => (makesAllCases ? all : Math.ceil(all / 5));

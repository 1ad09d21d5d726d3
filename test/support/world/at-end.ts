/** What is to be closed when all tests of this process have run. */
export const atEnd: (() => Promise<unknown>)[] = [];

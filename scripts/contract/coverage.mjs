// Checks whether a run covered enough: if all requests are refused, it shows nothing.
/** Operations that never return 200 here, with the reason. */
const refused = new Map([
  ['bootstrapInstance', 'the server is set up'],
  ['loginWithOidcAuth', 'there is no provider'],
]);

/**
 * The share of successful responses to valid requests of a module; the number of invalid ones depends on the fields.
 */
const leastShare = 0.02;
const spoiled = ['401', '413', '415', '422', '431'];

/** The minimum number of requests of each operation with variable parts. */
const leastRequests = 50;

const isGood = (status) => status >= '200' && status < '400';
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

const added = (counts) => {
  const sums = {};
  for (const [status, number] of counts.flatMap(Object.entries)) sums[status] = (sums[status] ?? 0) + number;
  return sums;
};

/** Returns the problems in the number of responses of each operation by status. */
export const findGaps = (wanted, reports) => {
  const statuses = Object.fromEntries(wanted.map(({ id }) => [id, added(reports.map((report) => report[id] ?? {}))]));
  const answers = (list) => list.flatMap(({ id }) => Object.entries(statuses[id]));
  const count = (entries) => sum(entries.map(([, number]) => number));
  const good = (list) => count(answers(list).filter(([status]) => isGood(status)));
  const total = count(answers(wanted));
  console.log(`${total} requests to ${wanted.length} operations, ${good(wanted)} of them with success`);
  const few = wanted.filter((operation) => operation.isVaried && count(answers([operation])) < leastRequests);
  const never = wanted.filter((operation) => good([operation]) === 0 && !refused.has(operation.id));
  const inModules = [...new Set(wanted.map(({ module }) => module))].map((module) => {
    const inRoom = wanted.filter((operation) => operation.module === module && !refused.has(operation.id));
    return {
      module,
      successes: good(inRoom),
      whole: count(answers(inRoom).filter(([status]) => !spoiled.includes(status))),
    };
  });
  const poor = inModules.filter(({ successes, whole }) => successes < leastShare * whole);
  return [
    ...few.map(({ id }) => `${id} was asked less than ${leastRequests} times: ${JSON.stringify(statuses[id])}`),
    ...never.map(({ id }) => `${id} never succeeded: ${JSON.stringify(statuses[id])}`),
    ...poor.map(
      ({ module, successes, whole }) => `too few requests in the module ${module} succeeded: ${successes} of ${whole}`,
    ),
  ];
};

// Whether a run tried enough: requests that are all refused show nothing of what the server does.
/** Never 200 here, and why. */
const refused = new Map([
  ['bootstrapInstance', 'the server is set up'],
  ['loginWithOidcAuth', 'there is no provider'],
]);

/**
 * Of the answers in a module to requests that are whole; of the others there are as many as a body has fields to spoil.
 */
const leastShare = 0.02;
const spoiled = ['401', '413', '415', '422', '431'];

/** Of each operation in which there is something to vary. */
const leastRequests = 50;

const isGood = (status) => status >= '200' && status < '400';
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

const added = (counts) => {
  const sums = {};
  for (const [status, number] of counts.flatMap(Object.entries)) sums[status] = (sums[status] ?? 0) + number;
  return sums;
};

/** What is wrong with how often each operation gave which status. */
export const judge = (wanted, reports) => {
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

// Checks whether a run covered enough: if all requests are refused, it shows nothing.
/** Operations that never return 200 here, with the reason. */
const refused = new Map([
  ['bootstrapInstance', 'the server is already set up'],
  ['loginWithJwtAuth', 'there is no key set'],
  ['loginWithKubernetesAuth', 'there is no cluster'],
  ['loginWithTlsCertAuth', 'there is no client certificate'],
  ['loginWithAwsAuth', 'nobody signs requests to AWS'],
  ['loginWithAzureAuth', 'nobody signs tokens of Azure'],
  ['loginWithGcpAuth', 'nobody signs tokens of Google'],
  ['createAppConnection', 'the database of the example does not exist'],
  ['attachLdapAuth', 'there is no directory'],
  ['loginWithLdapAuth', 'there is no directory'],
  ['loginWithOidcAuth', 'there is no identity provider'],
  ['refreshSession', 'the requests do not come from a page of the server'],
]);

/**
 * The share of successful responses to valid requests of a module; the number of invalid ones depends on the fields.
 */
const leastShare = 0.02;
/** Statuses of requests that were invalid on purpose. */
const invalid = ['401', '413', '415', '422', '431'];

/** The minimum number of requests of each operation with variable parts; one short parameter varies little. */
const leastRequests = 20;

const isGood = (status) => status >= '200' && status < '400';
const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

const addCounts = (counts) => {
  const sums = {};
  for (const [status, number] of counts.flatMap(Object.entries)) sums[status] = (sums[status] ?? 0) + number;
  return sums;
};

/** Returns the problems in the number of responses of each operation by status. */
export const findGaps = (wanted, reports) => {
  const statuses = Object.fromEntries(
    wanted.map(({ id }) => [id, addCounts(reports.map((report) => report[id] ?? {}))]),
  );
  const responses = (list) => list.flatMap(({ id }) => Object.entries(statuses[id]));
  const count = (entries) => sum(entries.map(([, number]) => number));
  const good = (list) => count(responses(list).filter(([status]) => isGood(status)));
  const total = count(responses(wanted));
  console.log(`${total} requests to ${wanted.length} operations, ${good(wanted)} of them successful`);
  const rare = wanted.filter((operation) => operation.isVaried && count(responses([operation])) < leastRequests);
  const never = wanted.filter((operation) => good([operation]) === 0 && !refused.has(operation.id));
  const inModules = [...new Set(wanted.map(({ module }) => module))].map((module) => {
    const checked = wanted.filter((operation) => operation.module === module && !refused.has(operation.id));
    return {
      module,
      successes: good(checked),
      valid: count(responses(checked).filter(([status]) => !invalid.includes(status))),
    };
  });
  const tooFew = inModules.filter(({ successes, valid }) => successes < leastShare * valid);
  return [
    ...rare.map(({ id }) => `${id} got fewer than ${leastRequests} requests: ${JSON.stringify(statuses[id])}`),
    ...never.map(({ id }) => `${id} never succeeded: ${JSON.stringify(statuses[id])}`),
    ...tooFew.map(
      ({ module, successes, valid }) => `too few requests in the module ${module} succeeded: ${successes} of ${valid}`,
    ),
  ];
};

// The model of what the servers have acknowledged, which must exist after a fault. A request without a response may or
// may not have been executed: the model allows both, until a check shows which.

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

export class Model {
  /** Objects that one writer changes, with their current state and those since the last check; null if deleted. */
  slots = new Map();
  /** Client secrets with a limited number of uses, which several writers use concurrently. */
  counters = new Map();
  /** Secrets that several writers change concurrently: every acknowledged value must be one of their versions. */
  histories = new Map();
  /** Acknowledged changes since the last check, with the audit log event that each must have. */
  changes = [];
  /** Answered reads since the last check, with their times. */
  reads = [];
  /** Events since the last check whose change has an unknown outcome that cannot be looked up. */
  looseDoubts = [];
  totals = { acknowledged: 0, inDoubt: 0, reads: 0 };

  addSlot(kind, key, state, facts = {}) {
    const slot = { kind, key: `${kind} ${key}`, state, past: [], facts, doubt: undefined, isTouched: true };
    this.slots.set(slot.key, slot);
    return slot;
  }

  addCounter(key, { limit, facts = {} }) {
    const counter = { key: `uses of ${key}`, limit, facts, uses: 0, acknowledged: 0, inDoubt: 0, inFlight: 0 };
    this.counters.set(counter.key, counter);
    return counter;
  }

  addHistory(key, first, facts = {}) {
    const history = { key: `versions of ${key}`, values: [first], acknowledged: [], inDoubt: [], facts };
    this.histories.set(history.key, history);
    return history;
  }

  acknowledge(event, requestId) {
    this.changes.push({ event, requestId });
    this.totals.acknowledged += 1;
  }

  acknowledgeState(slot, state, event, requestId) {
    slot.past.push(slot.state);
    Object.assign(slot, { state, isTouched: true });
    this.acknowledge(event, requestId);
  }

  doubtState(slot, state, event) {
    Object.assign(slot, { doubt: { state, event }, isTouched: true });
    this.totals.inDoubt += 1;
  }

  acknowledgeUse(counter, event, requestId) {
    counter.acknowledged += 1;
    this.acknowledge(event, requestId);
  }

  doubtUse(counter) {
    counter.inDoubt += 1;
    this.totals.inDoubt += 1;
  }

  acknowledgeValue(history, value, event, requestId) {
    history.acknowledged.push(value);
    this.acknowledge(event, requestId);
  }

  doubtValue(history, value) {
    history.inDoubt.push(value);
    this.totals.inDoubt += 1;
  }

  /** A new object whose id only the missing response contained. */
  doubtEvent(event) {
    this.looseDoubts.push(event);
    this.totals.inDoubt += 1;
  }

  acknowledgeRead(requestId, at) {
    this.reads.push({ requestId, at });
    this.totals.reads += 1;
  }
}

const statesProblem = (slot, found) => {
  const allowed = [slot.state, ...(slot.doubt ? [slot.doubt.state] : [])];
  if (allowed.some((state) => isSame(state, found))) return undefined;
  return `lost: ${slot.key} is ${JSON.stringify(found)}, and should be ${allowed.map((state) => JSON.stringify(state)).join(' or ')}`;
};

const usesProblem = (counter, found) => {
  const least = counter.uses + counter.acknowledged;
  if (found < least) return `lost: ${counter.key}: ${found} counted, ${least} acknowledged`;
  if (found > least + counter.inDoubt)
    return `wrong: ${counter.key}: ${found} counted, only ${least} acknowledged and ${counter.inDoubt} in doubt`;
  return found > counter.limit
    ? `wrong: ${counter.key}: ${found} counted, and the limit is ${counter.limit}`
    : undefined;
};

const versionsProblems = (history, found) => {
  const values = found.map(({ value }) => value);
  const problems = [...history.values, ...history.acknowledged]
    .filter((value) => !values.includes(value))
    .map((value) => `lost: ${history.key}: '${value}'`);
  const known = [...history.values, ...history.acknowledged, ...history.inDoubt];
  for (const [index, { version, value }] of found.entries()) {
    if (version !== index + 1) problems.push(`wrong: ${history.key}: version ${version} instead of ${index + 1}`);
    if (!known.includes(value)) problems.push(`wrong: ${history.key}: '${value}' was never sent`);
    if (values.indexOf(value) !== index) problems.push(`wrong: ${history.key}: '${value}' exists twice`);
  }
  return problems;
};

const countOf = (list) => {
  const counts = new Map();
  for (const item of list) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
};

/** Checks for one entry per acknowledged change, and for as many entries of each event as changes that happened. */
const entriesProblems = (model, found, happened) => {
  const byRequest = Map.groupBy ? Map.groupBy(found, ({ requestId }) => requestId) : groupBy(found);
  const problems = [];
  for (const { requestId, event } of model.changes) {
    const entries = byRequest.get(requestId) ?? [];
    if (entries.length !== 1 || entries[0].event !== event)
      problems.push(`lost: the audit log has ${entries.length} entries of ${event}, request ${requestId}`);
  }
  const [entries, changes, loose] = [
    countOf(found.map(({ event }) => event)),
    countOf([...model.changes.map(({ event }) => event), ...happened]),
    countOf(model.looseDoubts),
  ];
  for (const event of new Set([...entries.keys(), ...changes.keys()])) {
    const [there, least] = [entries.get(event) ?? 0, changes.get(event) ?? 0];
    const most = least + (loose.get(event) ?? 0);
    if (there < least || there > most)
      problems.push(
        `wrong: the audit log has ${there} entries of ${event} for ${least === most ? least : `${least} to ${most}`} changes`,
      );
  }
  return problems;
};

const groupBy = (entries) => {
  const groups = new Map();
  for (const entry of entries) groups.set(entry.requestId, [...(groups.get(entry.requestId) ?? []), entry]);
  return groups;
};

/** The audit log events of changes with an unknown outcome that did happen. */
const happenedOf = (model, { states, uses, versions }) => [
  ...[...states].flatMap(([key, state]) => {
    const { doubt, state: before } = model.slots.get(key);
    return doubt && isSame(doubt.state, state) && !isSame(before, state) ? [doubt.event] : [];
  }),
  ...[...uses].flatMap(([key, count]) => {
    const counter = model.counters.get(key);
    return Array.from({ length: Math.max(0, count - counter.uses - counter.acknowledged) }, () => counter.facts.event);
  }),
  ...[...versions].flatMap(([key, list]) => {
    const history = model.histories.get(key);
    return list.filter(({ value }) => history.inDoubt.includes(value)).map(() => history.facts.event);
  }),
];

/**
 * Compares the model with what is stored: `states` of slots, `uses` of counters and `versions` of histories, each by
 * key, and the `entries` of the audit log since the last check. Reads are answered before their entry is written:
 * `readsUntil` is the last moment that counts. Returns a line for each problem.
 */
export const compare = (model, observed) => {
  const { states, uses, versions, entries, readEntries, readsUntil = -Infinity } = observed;
  const problems = [
    ...[...states].map(([key, state]) => statesProblem(model.slots.get(key), state)),
    ...[...uses].map(([key, count]) => usesProblem(model.counters.get(key), count)),
    ...[...versions].flatMap(([key, list]) => versionsProblems(model.histories.get(key), list)),
  ].filter((problem) => problem !== undefined);
  if (entries) problems.push(...entriesProblems(model, entries, happenedOf(model, observed)));
  if (readEntries) {
    const recorded = new Set(readEntries.map(({ requestId }) => requestId));
    const lost = model.reads.filter(({ requestId, at }) => at <= readsUntil && !recorded.has(requestId));
    if (lost.length > 0)
      problems.push(`lost: the audit log has no entry of ${lost.length} of ${model.reads.length} reads`);
  }
  return problems;
};

/** Adopts the observed state, which must not be lost from now on. */
export const settle = (model, { states, uses, versions }) => {
  for (const [key, state] of states)
    Object.assign(model.slots.get(key), { state, past: [], doubt: undefined, isTouched: false });
  for (const [key, count] of uses) Object.assign(model.counters.get(key), { uses: count, acknowledged: 0, inDoubt: 0 });
  for (const [key, list] of versions)
    Object.assign(model.histories.get(key), { values: list.map(({ value }) => value), acknowledged: [], inDoubt: [] });
  Object.assign(model, { changes: [], reads: [], looseDoubts: [] });
};

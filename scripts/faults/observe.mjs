// Reads the stored state as a client sees it.
import { changeEvents } from './changes.mjs';
import { callerOf, Connection } from './connection.mjs';

const parallel = 10;

const inParallel = async (items, work) => {
  const left = [...items];
  await Promise.all(
    Array.from({ length: parallel }, async () => {
      for (let item = left.pop(); item; item = left.pop()) await work(item);
    }),
  );
};

const lookups = {
  secret: async ({ call, organization }, { facts }) => {
    const found = await call.find(`/api/v4/secrets/${facts.name}?projectId=${organization.projectId}&environment=dev`);
    return found ? { value: found.secret.secretValue, version: found.secret.version } : null;
  },
  privilege: async ({ call, organization }, { facts }) => {
    const found = await call.find(
      `/api/v2/identity-project-additional-privilege/slug/${facts.slug}?identityId=${facts.identityId}&projectSlug=${organization.projectSlug}`,
    );
    // The id of an object with an unknown outcome is not known yet.
    facts.id = found?.privilege.id;
    return found ? { slug: found.privilege.slug } : null;
  },
  'client secret': async ({ call }, { facts }) => {
    const { clientSecretData } = await call(
      'GET',
      `/api/v1/auth/universal-auth/identities/${facts.identityId}/client-secrets/${facts.id}`,
    );
    return { isRevoked: clientSecretData.isClientSecretRevoked };
  },
  token: async ({ url, plain }, { facts }) => {
    const { status } = await plain.send(url, facts.token, 'GET', '/api/v1/identities/details');
    if (status !== 200 && status !== 401) throw new Error(`a token got status ${status}`);
    return { works: status === 200 };
  },
  certificate: async ({ call }, { facts }) => {
    const { certificate } = await call('GET', `/api/v1/cert-manager/certificates/${facts.id}`);
    return { status: certificate.status };
  },
};

const usesOf = async (call, { facts }) =>
  (await call('GET', `/api/v1/auth/universal-auth/identities/${facts.identityId}/client-secrets/${facts.id}`))
    .clientSecretData.clientSecretNumUses;

const versionsOf = async (call, { facts }) => {
  const { secretVersions } = await call('GET', `/api/v1/secret/${facts.id}/secret-versions?limit=1000`);
  return secretVersions
    .map(({ version, secretValue }) => ({ version, value: secretValue }))
    .sort((one, other) => one.version - other.version);
};

/** The audit log entries of these events since a time. */
export const entriesOf = async (call, events, since) => {
  const entries = [];
  for (;;) {
    const query = new URLSearchParams({
      eventType: events.join(','),
      startDate: new Date(since).toISOString(),
      offset: String(entries.length),
      limit: '1000',
    });
    const { auditLogs } = await call('GET', `/api/v1/organization/audit-logs?${query}`);
    entries.push(...auditLogs.map(({ event, requestId }) => ({ event: event.type, requestId })));
    if (auditLogs.length < 1000) return entries;
  }
};

/** Everything that has changed since the last check, or everything. */
export const observe = async ({ url, organization, model, since, isAll = false, readsUntil }) => {
  const call = callerOf(url, organization.token);
  const at = { url, organization, call, plain: new Connection(parallel) };
  const [states, uses, versions] = [new Map(), new Map(), new Map()];
  try {
    // First, because the lookups below create entries themselves.
    const entries = await entriesOf(call, changeEvents, since);
    const readEntries = readsUntil === undefined ? undefined : await entriesOf(call, ['get-secret'], since);
    await inParallel(
      [...model.slots.values()].filter(({ isTouched }) => isAll || isTouched),
      async (slot) => states.set(slot.key, await lookups[slot.kind](at, slot)),
    );
    await inParallel(
      [...model.counters.values()].filter((counter) => isAll || counter.acknowledged + counter.inDoubt > 0),
      async (counter) => uses.set(counter.key, await usesOf(call, counter)),
    );
    await inParallel(
      [...model.histories.values()].filter(
        (history) => isAll || history.acknowledged.length + history.inDoubt.length > 0,
      ),
      async (history) => versions.set(history.key, await versionsOf(call, history)),
    );
    return { states, uses, versions, entries, readEntries, readsUntil };
  } finally {
    call.close();
    at.plain.close();
  }
};

// The changes that writers make: each sends one request, and records in the model whether it was acknowledged.
import { NoAnswer, NotSent } from './connection.mjs';
import { pick } from './processes.mjs';

let serial = 0;
const nextNumber = () => (serial += 1);

/** Whether the outcome of a request is unknown: it failed on the way, or its commit may or may not have happened. */
const outcomes = { done: 'done', notDone: 'not done', refused: 'refused', inDoubt: 'in doubt' };

const attempt = async (writer, method, path, body, token = writer.organization.token) => {
  try {
    const answer = await writer.send(token, method, path, body);
    if (answer.status === 200) return { outcome: outcomes.done, ...answer };
    if (answer.body?.error === 'CommitOutcomeUnknown') return { outcome: outcomes.inDoubt, ...answer };
    if (answer.status === 503) return { outcome: outcomes.notDone, ...answer };
    return { outcome: outcomes.refused, ...answer };
  } catch (error) {
    if (error instanceof NotSent) return { outcome: outcomes.notDone };
    if (error instanceof NoAnswer) return { outcome: outcomes.inDoubt };
    throw error;
  }
};

const complain = (writer, what, { status, body }) =>
  writer.problems.push(`wrong: ${what} got status ${status} ${JSON.stringify(body?.message ?? body).slice(0, 200)}`);

/** Changes an object that only this writer changes. */
const changeSlot = async (writer, slot, state, event, [method, path, body]) => {
  const result = await attempt(writer, method, path, body);
  if (result.outcome === outcomes.done) writer.model.acknowledgeState(slot, state, event, result.requestId);
  if (result.outcome === outcomes.inDoubt) writer.model.doubtState(slot, state, event);
  if (result.outcome === outcomes.refused) complain(writer, `${event} of ${slot.key}`, result);
  return result;
};

/** Creates an object whose id is known only from the response. */
const createObject = async (writer, event, [method, path, body]) => {
  const result = await attempt(writer, method, path, body);
  if (result.outcome === outcomes.done) writer.model.acknowledge(event, result.requestId);
  if (result.outcome === outcomes.inDoubt) writer.model.doubtEvent(event);
  if (result.outcome === outcomes.refused) complain(writer, event, result);
  return result.outcome === outcomes.done ? result.body : undefined;
};

const secretPath = (slot) => `/api/v4/secrets/${slot.facts.name}`;
const dev = ({ organization }) => ({ projectId: organization.projectId, environment: 'dev' });
const inDev = ({ organization }) => `projectId=${organization.projectId}&environment=dev`;

const createSecret = (writer) => {
  const name = `W${writer.number}_${nextNumber()}`;
  const slot = writer.own(writer.model.addSlot('secret', name, null, { name }));
  const value = `value ${nextNumber()}`;
  return changeSlot(writer, slot, { value, version: 1 }, 'create-secret', [
    'POST',
    secretPath(slot),
    { ...dev(writer), secretValue: value },
  ]);
};

const updateSecret = (writer) => {
  const slot = writer.choose('secret', ({ state }) => state !== null);
  if (!slot) return createSecret(writer);
  const value = `value ${nextNumber()}`;
  return changeSlot(writer, slot, { value, version: slot.state.version + 1 }, 'update-secret', [
    'PATCH',
    secretPath(slot),
    { ...dev(writer), secretValue: value },
  ]);
};

const deleteSecret = (writer) => {
  const slot = writer.choose('secret', ({ state }) => state !== null);
  return slot
    ? changeSlot(writer, slot, null, 'delete-secret', ['DELETE', secretPath(slot), dev(writer)])
    : createSecret(writer);
};

const updateShared = async (writer) => {
  const history = pick([...writer.shared.histories]);
  const value = `value ${nextNumber()}`;
  const result = await attempt(writer, 'PATCH', `/api/v4/secrets/${history.facts.name}`, {
    ...dev(writer),
    secretValue: value,
  });
  if (result.outcome === outcomes.done)
    writer.model.acknowledgeValue(history, value, 'update-secret', result.requestId);
  if (result.outcome === outcomes.inDoubt) writer.model.doubtValue(history, value);
  if (result.outcome === outcomes.refused) complain(writer, `a change of ${history.key}`, result);
};

/** Reads through any node: what one node acknowledged is visible through all. */
const readSecret = async (writer) => {
  const slot = writer.choose('secret');
  if (!slot) return createSecret(writer);
  const result = await attempt(writer, 'GET', `${secretPath(slot)}?${inDev(writer)}`);
  const expected = slot.state;
  if (result.outcome === outcomes.done) {
    writer.model.acknowledgeRead(result.requestId, result.at);
    const found = { value: result.body.secret.secretValue, version: result.body.secret.version };
    if (JSON.stringify(found) !== JSON.stringify(expected))
      writer.problems.push(
        `lost: ${slot.key} was read as ${JSON.stringify(found)} after ${JSON.stringify(expected)} was acknowledged`,
      );
  } else if (result.outcome === outcomes.refused && (result.status !== 404 || expected !== null))
    complain(writer, `a read of ${slot.key}`, result);
};

const privileges = '/api/v2/identity-project-additional-privilege';

const createPrivilege = async (writer) => {
  // A member can have at most 100.
  if (writer.count('privilege') >= 20) return createSecret(writer);
  const {
    organization: { projectId },
    machine,
  } = writer;
  const slug = `p-${nextNumber()}`;
  const slot = writer.own(writer.model.addSlot('privilege', slug, null, { slug, identityId: machine.id }));
  const permissions = [{ subject: 'secrets', action: ['edit'], conditions: { environment: { $eq: 'dev' } } }];
  const result = await changeSlot(writer, slot, { slug }, 'create-identity-project-additional-privilege', [
    'POST',
    privileges,
    { identityId: machine.id, projectId, slug, permissions, type: { isTemporary: false } },
  ]);
  slot.facts.id = result.body?.privilege?.id;
};

const deletePrivilege = (writer) => {
  const slot = writer.choose('privilege', ({ state, facts }) => state !== null && facts.id);
  return slot
    ? changeSlot(writer, slot, null, 'delete-identity-project-additional-privilege', [
        'DELETE',
        `${privileges}/${slot.facts.id}`,
      ])
    : createPrivilege(writer);
};

const clientSecrets = ({ machine }) => `/api/v1/auth/universal-auth/identities/${machine.id}/client-secrets`;
const loginEvent = 'login-identity-universal-auth';

/** A client secret that all writers use at once, until its limit is reached. */
const newLimitedSecret = async (writer) => {
  const limit = 5 + Math.floor(Math.random() * 30);
  const made = await createObject(writer, 'create-identity-universal-auth-client-secret', [
    'POST',
    clientSecrets(writer),
    { numUsesLimit: limit },
  ]);
  if (!made) return;
  const {
    clientSecret,
    clientSecretData: { id },
  } = made;
  const facts = {
    clientSecret,
    id,
    clientId: writer.machine.clientId,
    identityId: writer.machine.id,
    event: loginEvent,
  };
  writer.shared.counters.add(writer.model.addCounter(`client secret ${id}`, { limit, facts }));
};

const logIn = async (writer) => {
  if (writer.shared.counters.size < 3) return newLimitedSecret(writer);
  const counter = pick([...writer.shared.counters]);
  const { clientId, clientSecret } = counter.facts;
  counter.inFlight += 1;
  const result = await attempt(writer, 'POST', '/api/v1/auth/universal-auth/login', { clientId, clientSecret }, '');
  counter.inFlight -= 1;
  if (result.outcome === outcomes.done) writer.model.acknowledgeUse(counter, loginEvent, result.requestId);
  if (result.outcome === outcomes.inDoubt) writer.model.doubtUse(counter);
  if (result.outcome !== outcomes.refused) return;
  writer.shared.counters.delete(counter);
  if (counter.uses + counter.acknowledged + counter.inDoubt + counter.inFlight < counter.limit)
    complain(writer, `a login before ${counter.key} were up`, result);
};

const revokeClientSecret = async (writer) => {
  const slot = writer.choose('client secret', ({ state }) => !state.isRevoked);
  if (slot)
    return changeSlot(writer, slot, { isRevoked: true }, 'revoke-identity-universal-auth-client-secret', [
      'POST',
      `${clientSecrets(writer)}/${slot.facts.id}/revoke`,
    ]);
  const made = await createObject(writer, 'create-identity-universal-auth-client-secret', [
    'POST',
    clientSecrets(writer),
    {},
  ]);
  if (made)
    writer.own(
      writer.model.addSlot(
        'client secret',
        made.clientSecretData.id,
        { isRevoked: false },
        { id: made.clientSecretData.id, identityId: writer.machine.id },
      ),
    );
};

const revokeToken = async (writer) => {
  const slot = writer.choose('token', ({ state }) => state.works);
  if (slot)
    return changeSlot(writer, slot, { works: false }, 'revoke-token-identity-token-auth', [
      'POST',
      `/api/v1/auth/token-auth/tokens/${slot.facts.id}/revoke`,
    ]);
  const made = await createObject(writer, 'create-token-identity-token-auth', [
    'POST',
    `/api/v1/auth/token-auth/identities/${writer.machine.id}/tokens`,
    {},
  ]);
  if (made)
    writer.own(
      writer.model.addSlot(
        'token',
        made.tokenData.id,
        { works: true },
        { id: made.tokenData.id, token: made.accessToken },
      ),
    );
};

const certificates = '/api/v1/cert-manager/certificates';

const revokeCertificate = async (writer) => {
  const slot = writer.choose('certificate', ({ state }) => state.status === 'active');
  if (slot)
    return changeSlot(writer, slot, { status: 'revoked' }, 'revoke-cert', [
      'POST',
      `${certificates}/${slot.facts.id}/revoke`,
      { revocationReason: 'SUPERSEDED' },
    ]);
  const commonName = `${nextNumber()}.example.com`;
  const made = await createObject(writer, 'issue-cert', [
    'POST',
    `${certificates}/issue-certificate`,
    { caId: writer.organization.caId, commonName, altNames: commonName, ttl: '90d' },
  ]);
  if (made)
    writer.own(
      writer.model.addSlot(
        'certificate',
        made.serialNumber,
        { status: 'active' },
        { id: made.certificateId, serialNumber: made.serialNumber },
      ),
    );
};

/** How often each kind is chosen, of a hundred. */
const weights = [
  [createSecret, 16],
  [updateSecret, 18],
  [deleteSecret, 10],
  [updateShared, 10],
  [readSecret, 12],
  [createPrivilege, 6],
  [deletePrivilege, 5],
  [logIn, 11],
  [revokeClientSecret, 4],
  [revokeToken, 5],
  [revokeCertificate, 3],
];

const drawn = weights.flatMap(([change, weight]) => Array.from({ length: weight }, () => change));

export const randomChange = (writer) => pick(drawn)(writer);

/** The events whose entries are counted. */
export const changeEvents = [
  'create-secret',
  'update-secret',
  'delete-secret',
  'create-identity-project-additional-privilege',
  'delete-identity-project-additional-privilege',
  'create-identity-universal-auth-client-secret',
  'revoke-identity-universal-auth-client-secret',
  'create-token-identity-token-auth',
  'revoke-token-identity-token-auth',
  'issue-cert',
  'revoke-cert',
  loginEvent,
];

// What the leases of every kind of system promise.
import { tryRotation } from './rotations.mjs';

/** Makes leases in a real system, logs in with them, and ends them; `site` is a server with the project `targets`. */
export const tryTarget = async (kind, { site, expectEqual, until }) => {
  const target = await kind.start();
  const place = { projectSlug: 'targets', environmentSlug: 'dev', path: '/' };
  const secrets = [target.rootPassword];
  const expect = (what, expected, actual) => expectEqual(`${kind.name}: ${what}`, expected, actual);
  const create = (name, inputs, more = {}) =>
    site.send('POST', '/api/v1/dynamic-secrets', {
      ...place,
      name,
      provider: { type: target.type, inputs: { ...target.inputs, ...inputs } },
      defaultTTL: '1h',
      ...more,
    });
  const about = (method, path, more = {}) =>
    site.send(method, `/api/v1/dynamic-secrets/${path}`, { ...place, ...more });
  const lease = async (dynamicSecretName) => {
    const { status, body } = await about('POST', 'leases', { dynamicSecretName, ...target.lease });
    if (status !== 200) throw new Error(`${kind.name}: no lease: ${JSON.stringify(body)}`);
    secrets.push(...Object.values(body.data).filter((value) => typeof value === 'string' && value.length >= 48));
    return body;
  };
  const revoke = async ({ lease: { id } }) => (await about('DELETE', `leases/${id}`)).body.lease?.status;
  const query = new URLSearchParams(place);
  const leases = async (name) =>
    (await site.send('GET', `/api/v1/dynamic-secrets/${name}/leases?${query}`)).body.leases;
  const before = await target.users();

  const refused = await create(`${kind.name}-wrong`, target.wrong);
  expect('a wrong login is refused', 400, refused.status);
  secrets.push(...Object.values(target.wrong).filter((value) => typeof value === 'string'));
  expect('a good one is stored, after a lease for a trial', 200, (await create(kind.name, {}, { test: true })).status);
  expect('the trial left nothing', before, await target.users());

  const first = await lease(kind.name);
  expect('a lease logs in', true, await target.canLogIn(first.data));
  const renewed = await about('POST', `leases/${first.lease.id}/renew`, { ttl: '10m' });
  expect('it is renewed, if that can be', target.cannotRenew ? 400 : 200, renewed.status);
  expect('it logs in as before', true, await target.canLogIn(first.data));
  const second = await lease(kind.name);
  expect('each has a user of its own', before.length + 2, (await target.users()).length);
  const isEnded = await target.logIn?.(first.data);
  expect('revoking works', null, await revoke(first));
  expect('it does not log in any more', false, await target.canLogIn(first.data));
  if (isEnded) expect('its session has ended', true, await isEnded());
  expect('another lease still does', true, await target.canLogIn(second.data));
  expect('revoking again is 404', 404, (await about('DELETE', `leases/${first.lease.id}`)).status);

  await target.remove(second.data);
  expect('what is gone already can be revoked', null, await revoke(second));
  expect('nothing is left', before, await target.users());

  for (const [index, failing] of [target.failing].flat().entries()) {
    const name = `${kind.name}-failing-${index}`;
    expect('a creation that will fail is stored', 200, (await create(name, failing)).status);
    const failed = await about('POST', 'leases', { dynamicSecretName: name, ...target.lease });
    expect('it fails', 400, failed.status);
    await until('the end of a failed lease', async () => (await target.users()).length === before.length);
    expect('it leaves nothing', [], await leases(name));
  }

  const third = await lease(kind.name);
  await target.stop();
  expect('revoking waits for a system that is away', 'Failed to delete', await revoke(third));
  await target.restart();
  // The attempts are ever further apart, and the system takes its time to start.
  await until('a late revocation', async () => (await leases(kind.name)).length === 0, 300_000);
  expect(
    'it is revoked when the system is back',
    [before, false],
    [await target.users(), await target.canLogIn(third.data)],
  );

  if (target.rotation) await tryRotation(kind, target, { site, expectEqual, secrets });

  const entries = await site.auditLog();
  const texts = { 'the log': site.logged(), 'the audit log': entries, 'an error': site.errors() };
  for (const [where, text] of Object.entries(texts))
    expect(
      `no password is in ${where}`,
      [],
      secrets.filter((secret) => text.includes(secret)),
    );
  await target.stop();
};

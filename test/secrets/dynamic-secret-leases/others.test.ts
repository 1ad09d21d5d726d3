import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newDynamicSecrets, revokeDue, totpProvider } from '../../support/fixtures/dynamic-secrets.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { scratchFolder } from '../../support/world/folders.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('leases without another system', (world) => {
  it('of totp are the codes of RFC 6238, with the time that is left', async () => {
    const { create, lease } = await newDynamicSecrets(world());
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    await create({ type: 'totp', inputs: { configType: 'url', url: `otpauth://totp/x?secret=${secret}&digits=8` } });
    // 2030-01-01 is 1893456000: as `oathtool --totp -d 8 -b` computes it.
    const { data } = await lease('db');
    expect(data).to.have.keys('TOTP', 'TIME_REMAINING');
    expect(data.TOTP).to.match(/^\d{8}$/);
    expect(data.TIME_REMAINING).to.equal(30);
  });

  it('of SSH have certificates that ssh-keygen accepts, for allowed principals, until their end', async function () {
    const { admin, place, create, lease } = await newDynamicSecrets(world());
    const made = await create({ type: 'ssh', inputs: { principals: ['deploy', 'backup'] } });
    expect(made.inputs).to.have.keys('principals', 'keyAlgorithm', 'caPublicKey');
    for (const config of [undefined, { principals: ['root'] }])
      expectError(
        await world().call('createDynamicSecretLease', {
          as: admin,
          body: { ...place, dynamicSecretName: 'db', ...(config && { config }) },
        }),
        400,
        'BadRequest',
        /deploy, backup/,
      );
    const { data, lease: row } = await lease('db', { config: { principals: ['deploy'] } });
    expect(row.config).to.deep.equal({ principals: ['deploy'] });
    const folder = scratchFolder();
    const [key, certificate] = [join(folder, 'key'), join(folder, 'key-cert.pub')];
    writeFileSync(key, data.PRIVATE_KEY, { mode: 0o600 });
    writeFileSync(certificate, `${data.SIGNED_KEY}\n`);
    writeFileSync(join(folder, 'ca.pub'), `${made.inputs.caPublicKey}\n`);
    const run = (...args: string[]) =>
      execFileSync('ssh-keygen', args, { encoding: 'utf8', env: { ...process.env, TZ: 'UTC' } });
    const shown = run('-L', '-f', certificate);
    expect(shown).to.match(/user certificate/);
    expect(shown).to.include('from 2029-12-31T23:59:00 to 2030-01-01T01:00:00');
    expect(shown).to.match(/Principals: \n\s+deploy\n/);
    const fingerprint = run('-l', '-f', join(folder, 'ca.pub')).split(' ')[1]!;
    expect(shown).to.include(`Signing CA: ED25519 ${fingerprint}`);
    expect(run('-y', '-f', key).split(' ')[1]).to.be.a('string');
    expect(run('-l', '-f', key).split(' ')[1]).to.equal(/Public key: ED25519-CERT (\S+)/.exec(shown)![1]);
  });

  it('are made at the path of Kubernetes, too', async () => {
    const { admin, place, create, leases } = await newDynamicSecrets(world());
    await create(totpProvider);
    const ask = (config: object) =>
      world().call('createKubernetesLease', { as: admin, body: { ...place, dynamicSecretName: 'db', config } });
    expectIssues(await ask({ namespace: '' }), 'body config.namespace too_small');
    const { status, body } = await ask({ namespace: 'apps' });
    expect(status).to.equal(200);
    expect(body.data.TOTP).to.match(/^\d{6}$/);
    expect((await leases('db')).map(({ id }) => id)).to.deep.equal([body.lease.id]);
  });

  it('are found by their id in their folder only, and are gone at their end', async () => {
    const { admin, place, create, lease } = await newDynamicSecrets(world());
    await create(totpProvider);
    const { lease: made } = await lease('DB', { ttl: '' });
    const get = (query: object, leaseId = made.id) =>
      world().call('getDynamicSecretLease', { as: admin, params: { leaseId }, query: { ...place, ...query } });
    const { body } = await get({});
    expect(body.lease.dynamicSecret).to.deep.equal(body.dynamicSecret);
    expect(body.lease).to.deep.include(made);
    expectError(await get({ path: '/' }), 404, 'NotFound', /Dynamic secret lease with ID/);
    expectError(await get({}, 'none'), 404, 'NotFound', /Dynamic secret lease with ID 'none' not found/);
    const listed = await world().call('listDynamicSecretLeases', {
      as: admin,
      params: { dynamicSecretName: 'db' },
      query: place,
    });
    expect(listed.body.leases).to.deep.equal([made]);
    await revokeDue(world(), 3_600);
    expectError(await get({}), 404, 'NotFound');
  });

  it('need the action, a life within the limits, and a place below the limit of leases', async () => {
    const { admin, organization, project, place, create, lease, revoke } = await newDynamicSecrets(world());
    await create(totpProvider, { maxTTL: '2h' });
    const ask = (body: object, as: any = admin) =>
      world().call('createDynamicSecretLease', { as, body: { ...place, dynamicSecretName: 'db', ...body } });
    expectIssues(await ask({ ttl: '1s' }), 'body ttl invalid');
    expectError(await ask({ ttl: '3h' }), 400, 'BadRequest', /TTL cannot be larger than max TTL/);
    expectError(await ask({ dynamicSecretName: 'other' }), 404, 'NotFound');
    const viewer = await newProjectIdentity(world(), { organization, project }, 'viewer');
    expectError(await ask({}, viewer), 403, 'PermissionDenied');
    const { lease: made } = await lease('db');
    expectError(
      await world().call('revokeDynamicSecretLease', { as: viewer, params: { leaseId: made.id }, body: place }),
      403,
      'PermissionDenied',
    );
    expect((await revoke(made.id)).id).to.equal(made.id);
  });
});

import { expect } from 'chai';
import { intermediate, newAuthorities, ruleForName, root, year } from '../../support/fixtures/authorities.ts';
import { testAccess } from '../access-checks.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('updateCertificateAuthority', (world) => {
  const setting = async () => {
    const made = await newAuthorities(world());
    const authority = await made.created();
    return {
      ...made,
      authority,
      change: (body?: unknown) => made.call('updateCertificateAuthority', authority.id, body),
    };
  };

  it('updates the given fields and keeps the others', async () => {
    const { admin, authority, change, call, eventsOfType } = await setting();
    const urls = ['http://crl.example.com/1'];
    const { status, body } = await change({
      name: 'renamed',
      configuration: { crlDistributionPointUrls: urls, commonName: 'ignored' },
      projectId: 'ignored',
    });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      ...authority,
      name: 'renamed',
      configuration: { ...authority.configuration, crlDistributionPointUrls: urls },
    });
    const { body: off } = await change({ status: 'disabled' });
    expect(off).to.deep.equal({ ...body, status: 'disabled' });
    expect((await call('getCertificateAuthority', authority.id)).body).to.deep.equal(off);
    const of = (status: string) => ({
      actorId: admin.id,
      eventType: 'update-certificate-authority',
      eventMetadata: { caId: authority.id, name: 'renamed', type: 'root', status },
    });
    expect(await eventsOfType('update-certificate-authority')).to.have.deep.members([of('active'), of('disabled')]);
  });

  it('changes and records nothing if no value differs', async () => {
    const { authority, change, rows, events } = await setting();
    const before = [await rows(), await events()];
    for (const body of [
      {},
      { name: 'root', status: 'active', configuration: { crlDistributionPointUrls: [] } },
      { configuration: {} },
    ])
      expect((await change(body)).body).to.deep.equal(authority);
    expect([await rows(), await events()]).to.deep.equal(before);
  });

  it('sets an authority without a certificate to pending instead of active', async () => {
    const { created, call } = await setting();
    const waiting = await created(intermediate, { name: 'waiting' });
    expect((await call('updateCertificateAuthority', waiting.id, { status: 'active' })).body).to.deep.equal({
      ...waiting,
      status: 'pending-certificate',
    });
    expect((await call('updateCertificateAuthority', waiting.id, { status: 'disabled' })).body.status).to.equal(
      'disabled',
    );
    expect((await call('updateCertificateAuthority', waiting.id, { status: 'active' })).body.status).to.equal(
      'pending-certificate',
    );
  });

  it('does not let a disabled authority sign, except revocation lists', async () => {
    const { authority, change, call, create, rows } = await setting();
    await change({ status: 'disabled' });
    const before = await rows();
    expectError(
      await create({ ...intermediate, parentCaId: authority.id, notAfter: year(2035) }, { name: 'below' }),
      400,
      'BadRequest',
      /disabled/,
    );
    for (const id of ['renewAuthorityCertificate', 'generateAuthorityCertificate'] as const) {
      expectError(
        await call(id, authority.id, { type: 'existing', notAfter: year(2041) }),
        400,
        'BadRequest',
        /disabled/,
      );
    }
    expect(await rows()).to.deep.equal(before);
    expect((await call('listRevocationLists', authority.id)).body).to.have.length(1);
  });

  it('refuses a name that is in use, and changes nothing', async () => {
    const { change, created, rows } = await setting();
    await created(root, { name: 'other' });
    const before = await rows();
    expectError(await change({ name: 'other', status: 'disabled' }), 400, 'BadRequest', /"other".* already/);
    expect(await rows()).to.deep.equal(before);
  });

  it('requires the permission for the new name too, and all of them if a rule distinguishes the names', async () => {
    const made = await setting();
    const rename = (as: { token: string }) =>
      world().call('updateCertificateAuthority', { as, params: { caId: made.authority.id }, body: { name: 'new' } });
    expectError(
      await rename(await newProjectIdentity(world(), made, ruleForName('root', 'edit'))),
      403,
      'PermissionDenied',
    );
    expectError(
      await rename(
        await newProjectIdentity(world(), made, [...ruleForName('root', 'edit'), ...ruleForName('new', 'edit')]),
      ),
      403,
      'PermissionBoundaryError',
    );
    const actions = ['read', 'create', 'edit', 'delete', 'issue-ca-certificate', 'sign-intermediate'];
    expect(
      (
        await rename(
          await newProjectIdentity(world(), made, [
            { subject: 'certificate-authorities', action: actions, conditions: { name: { $in: ['new', 'root'] } } },
          ]),
        )
      ).status,
    ).to.equal(200);
  });

  it('reports all problems of a request', async () => {
    const { change, rows } = await setting();
    const before = await rows();
    expectIssues(
      await change({ name: '', status: 'pending-certificate', configuration: { crlDistributionPointUrls: ['x'] } }),
      'body name too_small',
      'body name pattern',
      'body status enum',
      'body configuration.crlDistributionPointUrls.0 too_small',
      'body configuration.crlDistributionPointUrls.0 pattern',
    );
    expectIssues(await change({ name: '  ' }), 'body name pattern');
    expectIssues(
      await change({ name: 'x'.repeat(65), configuration: { crlDistributionPointUrls: Array(11).fill('http://a') } }),
      'body name too_big',
      'body configuration.crlDistributionPointUrls too_big',
    );
    expect(await rows()).to.deep.equal(before);
    expect((await change({ name: 'x'.repeat(64) })).status).to.equal(200);
  });

  testAccess(world, { operation: 'updateCertificateAuthority', action: 'edit', body: () => ({ status: 'disabled' }) });
});

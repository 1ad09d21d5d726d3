import { expect } from 'chai';
import { intermediate, newAuthorities, ruleForName, root, start, year } from '../../support/fixtures/authorities.ts';
import { expectError } from '../../support/expect/expect.ts';
import { certificateText, verify } from '../../support/clients/openssl.ts';
import { newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

onEitherDatabase('createCertificateAuthority', (world) => {
  it('creates a self-signed root', async () => {
    const { admin, project, create, call, events } = await newAuthorities(world());
    const subject = {
      commonName: 'Root, of "all"',
      organization: 'Acme',
      ou: 'Security',
      country: 'DE',
      province: 'Bavaria',
      locality: 'Munich',
    };
    const urls = ['http://crl.example.com/1', 'https://crl.example.com/2'];
    const times = { notBefore: '2030-01-01T00:00:00.900Z', notAfter: '2039-06-01T12:00:00.999+02:00' };
    const { status, body } = await create({
      ...root,
      ...subject,
      ...times,
      friendlyName: 'The root',
      maxPathLength: 3,
      crlDistributionPointUrls: urls,
      id: 'ignored',
    });
    expect(status, JSON.stringify(body)).to.equal(200);
    const { id, configuration } = body;
    const { serialNumber, activeCaCertId } = configuration;
    expect(serialNumber).to.match(/^[0-9a-f]{32}$/);
    expect(body).to.deep.equal({
      id,
      name: 'root',
      type: 'internal',
      status: 'active',
      projectId: project.id,
      configuration: {
        type: 'root',
        friendlyName: 'The root',
        ...subject,
        dn: 'CN=Root\\, of \\"all\\",OU=Security,O=Acme,L=Munich,ST=Bavaria,C=DE',
        keyAlgorithm: 'EC_prime256v1',
        maxPathLength: 3,
        notBefore: start,
        notAfter: '2039-06-01T10:00:00.000Z',
        parentCaId: null,
        crlDistributionPointUrls: urls,
        serialNumber,
        activeCaCertId,
      },
    });
    expect((await call('getCertificateAuthority', id)).body).to.deep.equal(body);
    const text = certificateText((await call('getAuthorityCertificate', id)).body.certificate);
    expect(text)
      .to.include('CA:TRUE, pathlen:3')
      .and.include('Not Before: Jan  1 00:00:00 2030 GMT')
      .and.include('Not After : Jun  1 10:00:00 2039 GMT')
      .and.not.include('CRL Distribution');
    expect(await events()).to.deep.equal([
      {
        actorId: admin.id,
        eventType: 'create-certificate-authority',
        eventMetadata: { caId: id, name: 'root', type: 'root', status: 'active' },
      },
    ]);
  });

  it('has defaults: RSA with 2048 bits, ten years, no path length limit, active', async () => {
    const { created, call } = await newAuthorities(world());
    const { id, status, configuration } = await created({ type: 'root', organization: 'Acme', notBefore: '' });
    const nothing = {
      friendlyName: '',
      commonName: '',
      ou: '',
      country: '',
      province: '',
      locality: '',
      crlDistributionPointUrls: [],
    };
    expect(status).to.equal('active');
    expect(configuration).to.deep.include({
      ...nothing,
      organization: 'Acme',
      dn: 'O=Acme',
      keyAlgorithm: 'RSA_2048',
      notBefore: start,
      notAfter: year(2040),
      maxPathLength: -1,
    });
    expect(certificateText((await call('getAuthorityCertificate', id)).body.certificate))
      .to.include('Public-Key: (2048 bit)')
      .and.not.include('pathlen');
  });

  for (const keyAlgorithm of ['RSA_3072', 'EC_secp384r1', 'EC_secp521r1']) {
    it(`creates a chain of ${keyAlgorithm} that a strict verifier accepts with its revocation lists`, async () => {
      const { created, call } = await newAuthorities(world());
      const top = await created({ ...root, keyAlgorithm });
      const below = await created(
        { ...intermediate, keyAlgorithm, parentCaId: top.id, notAfter: year(2035) },
        { name: 'below' },
      );
      expect(below.status).to.equal('active');
      expect(below.configuration).to.include({ parentCaId: top.id, notAfter: year(2035), maxPathLength: -1 });
      const { certificate, certificateChain } = (await call('getAuthorityCertificate', below.id)).body;
      const { certificate: rootPem } = (await call('getAuthorityCertificate', top.id)).body;
      expect(certificateChain).to.equal(rootPem);
      const lists = await Promise.all(
        [top, below].map(async ({ id }) => (await call('listRevocationLists', id)).body[0].crl),
      );
      expect(verify({ certificate, above: '', root: rootPem, lists })).to.match(/OK\s*$/);
      const text = certificateText(certificate);
      expect(text).to.match(/URI:http:\/\/localhost:0\/api\/v1\/cert-manager\/crl\/[0-9a-f-]{36}\/der/);
      expect(text).to.include(
        `CA Issuers - URI:http://localhost:0/api/v1/cert-manager/ca/internal/${top.id}/certificates/${top.configuration.activeCaCertId}/der`,
      );
    });
  }

  it('creates a pending intermediate, unless it has a parent and an end', async () => {
    const { created, call, eventsOfType } = await newAuthorities(world());
    const statusOf = async ({ id }: { id: string }) => (await call('getCertificateAuthority', id)).body.status;
    const top = await created();
    const waiting = { serialNumber: null, activeCaCertId: null };
    const bare = await created(intermediate, { name: 'bare' });
    expect(await statusOf(bare)).to.equal('pending-certificate');
    expect(bare.configuration).to.include({
      ...waiting,
      notBefore: null,
      notAfter: null,
      parentCaId: null,
      maxPathLength: -1,
    });
    const timed = await created({ ...intermediate, notAfter: year(2035), maxPathLength: 0 }, { name: 'timed' });
    expect(timed.configuration).to.include({ ...waiting, notBefore: start, notAfter: year(2035), maxPathLength: 0 });
    const placed = await created({ ...intermediate, parentCaId: top.id }, { name: 'placed', status: 'disabled' });
    expect(await statusOf(placed)).to.equal('disabled');
    expect(placed.configuration).to.include({ ...waiting, parentCaId: top.id });
    expect((await created(root, { name: 'off', status: 'disabled' })).status).to.equal('disabled');
    const recorded = (await eventsOfType('create-certificate-authority')).map(({ eventMetadata }) => eventMetadata);
    expect(recorded.find(({ name }: any) => name === 'bare')).to.include({ status: 'pending-certificate' });
  });

  it('responds with the requested status of a pending intermediate, which Terraform compares', async () => {
    const { created } = await newAuthorities(world());
    for (const status of ['active', 'disabled'])
      expect((await created(intermediate, { name: status, status })).status).to.equal(status);
    expect((await created(intermediate, { name: 'default' })).status).to.equal('active');
  });

  it('limits an intermediate by its parent', async () => {
    const { create, created, call, rows, events } = await newAuthorities(world());
    const top = await created({ ...root, maxPathLength: 2, notBefore: '2029-06-01T00:00:00Z' });
    const below = (more: object, name = 'below') =>
      create({ ...intermediate, parentCaId: top.id, notAfter: year(2035), ...more }, { name });
    const before = [await rows(), await events()];
    expectError(await below({ notAfter: '2040-01-01T00:00:01Z' }), 400, 'BadRequest', /may not end after/);
    expectError(await below({ notBefore: '2029-05-31T23:59:59Z' }), 400, 'BadRequest', /may not begin before/);
    for (const maxPathLength of [2, -1]) expectError(await below({ maxPathLength }), 400, 'BadRequest', /at most 1/);
    await call('updateCertificateAuthority', top.id, { status: 'disabled' });
    expectError(await below({}), 400, 'BadRequest', /disabled/);
    await call('updateCertificateAuthority', top.id, { status: 'active' });
    expect(((await rows()) as unknown[][])[1]).to.deep.equal((before[0] as unknown[][])[1]);
    const first = (await below({ notAfter: year(2040), notBefore: '2029-06-01T00:00:00Z' }, 'first')).body;
    expect(first.configuration.maxPathLength).to.equal(1);
    const last = (await create({ ...intermediate, parentCaId: first.id, notAfter: year(2035) }, { name: 'last' })).body;
    expect(last.configuration.maxPathLength).to.equal(0);
    expectError(
      await create({ ...intermediate, parentCaId: last.id, notAfter: year(2034) }, { name: 'none' }),
      400,
      'BadRequest',
      /no authorities below/,
    );
    const waiting = (await create(intermediate, { name: 'waiting' })).body;
    expectError(
      await create({ ...intermediate, parentCaId: waiting.id, notAfter: year(2034) }, { name: 'none' }),
      400,
      'BadRequest',
      /no certificate yet/,
    );
    const brief = (await create({ ...root, notAfter: '2030-01-01T01:00:00Z' }, { name: 'brief' })).body;
    await world().clock.later(3600, async () =>
      expectError(
        await create({ ...intermediate, parentCaId: brief.id, notAfter: year(2031) }, { name: 'late' }),
        400,
        'BadRequest',
        /has expired/,
      ),
    );
  });

  it('finds only parents of the same project that the caller may sign with', async () => {
    const setting = await newAuthorities(world());
    const other = await newAuthorities(world());
    const body = (parentCaId: string) => ({
      projectId: setting.project.id,
      name: 'below',
      configuration: { ...intermediate, parentCaId, notAfter: year(2035) },
    });
    for (const id of [(await other.created()).id, 'not-an-id'])
      expectError(
        await setting.create(body(id).configuration, { name: 'below' }),
        404,
        'NotFound',
        /certificate authority does not exist/,
      );
    const top = await setting.created();
    const as = await newProjectIdentity(world(), setting, ruleForName('below', 'create', 'sign-intermediate'));
    expectError(
      await world().call('createCertificateAuthority', { as, body: body(top.id) }),
      403,
      'PermissionDenied',
      /sign intermediate certificate authorities/,
    );
    const may = await newProjectIdentity(world(), setting, [
      ...ruleForName('below', 'create'),
      ...ruleForName('root', 'sign-intermediate'),
    ]);
    expect((await world().call('createCertificateAuthority', { as: may, body: body(top.id) })).status).to.equal(200);
  });

  it('creates one authority for concurrent requests with the same name', async () => {
    const { create, rows, events, created } = await newAuthorities(world());
    const answers = await Promise.all(Array.from({ length: 4 }, () => create()));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400]);
    expect(((await rows()) as unknown[][]).map(({ length }) => length)).to.deep.equal([1, 1, 1]);
    expect(await events()).to.have.length(1);
    expectError(await create(), 400, 'BadRequest', /"root".* already/);
    await (await newAuthorities(world())).created();
    await created(root, { name: 'Root' });
  });

  it('refuses callers without the permission, non-members, and members of another organization, before it reveals names', async () => {
    const setting = await newAuthorities(world());
    const { project, created, rows } = setting;
    await created();
    const before = await rows();
    const attempt = (as: { token: string }, name = 'root') =>
      world().call('createCertificateAuthority', { as, body: { projectId: project.id, name, configuration: root } });
    for (const role of ['no-access', 'viewer', 'member', ruleForName('another', 'create')]) {
      expectError(
        await attempt(await newProjectIdentity(world(), setting, role)),
        403,
        'PermissionDenied',
        /create certificate authorities/,
      );
    }
    expectError(await attempt(await world().newUser(setting.organization, 'admin')), 403, 'ProjectMembershipNotFound');
    expectError(await attempt((await newProjectWithAdmin(world())).admin), 404, 'NotFound', /Project not found/);
    expect(await rows()).to.deep.equal(before);
    expect(
      (await attempt(await newProjectIdentity(world(), setting, ruleForName('allowed', 'create')), 'allowed')).status,
    ).to.equal(200);
  });
});

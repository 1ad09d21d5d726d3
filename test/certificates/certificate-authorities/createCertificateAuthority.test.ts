import { expect } from 'chai';
import { intermediate, newAuthorities, root, ruleForName, start, year } from '../../support/fixtures/authorities.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { certificateText, verify } from '../../support/clients/openssl.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { addToProject, newProject, newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('createCertificateAuthority', (world) => {
  it('makes a root that has signed itself', async () => {
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

  it('has defaults: an RSA key of 2048 bits, ten years, any number below, active', async () => {
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
    it(`makes a chain of ${keyAlgorithm} that a strict verifier accepts with its lists`, async function () {
      this.timeout(60_000);
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
      expect(text).to.match(/URI:http:\/\/127\.0\.0\.1:0\/api\/v1\/cert-manager\/crl\/[0-9a-f-]{36}\/der/);
      expect(text).to.include(
        `CA Issuers - URI:http://127.0.0.1:0/api/v1/cert-manager/ca/internal/${top.id}/certificates/${top.configuration.activeCaCertId}/der`,
      );
    });
  }

  it('makes an intermediate that waits for its certificate, unless it has a parent and an end', async () => {
    const { created } = await newAuthorities(world());
    const top = await created();
    const waiting = { serialNumber: null, activeCaCertId: null };
    const bare = await created(intermediate, { name: 'bare' });
    expect(bare.status).to.equal('pending-certificate');
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
    expect(placed.status).to.equal('disabled');
    expect(placed.configuration).to.include({ ...waiting, parentCaId: top.id });
    expect((await created(root, { name: 'off', status: 'disabled' })).status).to.equal('disabled');
  });

  it('keeps an intermediate within its parent', async () => {
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

  it('knows only parents of the same project, for whoever may have them sign', async () => {
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

  it('makes one authority of many requests for the same name at once', async () => {
    const { create, rows, events, created } = await newAuthorities(world());
    const answers = await Promise.all(Array.from({ length: 4 }, () => create()));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400]);
    expect(((await rows()) as unknown[][]).map(({ length }) => length)).to.deep.equal([1, 1, 1]);
    expect(await events()).to.have.length(1);
    expectError(await create(), 400, 'BadRequest', /"root".* already/);
    await (await newAuthorities(world())).created();
    await created(root, { name: 'Root' });
  });

  it('takes what is on its bounds', async () => {
    const { created } = await newAuthorities(world());
    const longest = {
      commonName: 'x'.repeat(64),
      organization: 'x'.repeat(64),
      ou: 'x'.repeat(64),
      country: 'de',
      province: 'x'.repeat(128),
      locality: 'x'.repeat(128),
      friendlyName: 'x'.repeat(255),
    };
    const urls = Array.from({ length: 10 }, (_, index) => `http://${String(index).repeat(2041)}`);
    const { configuration } = await created(
      { ...root, ...longest, maxPathLength: 255, crlDistributionPointUrls: urls },
      { name: 'x'.repeat(64) },
    );
    expect(configuration).to.deep.include({ ...longest, maxPathLength: 255, crlDistributionPointUrls: urls });
    expect(
      (await created({ ...root, maxPathLength: 0, notAfter: '2030-01-01T00:00:01Z' }, { name: 'x' })).configuration
        .maxPathLength,
    ).to.equal(0);
  });

  it('lists everything that is wrong with a request, and changes nothing', async () => {
    const { admin, project, create, rows, events } = await newAuthorities(world());
    const send = (body: object) => world().call('createCertificateAuthority', { as: admin, body });
    expectIssues(await send({}), 'body name required', 'body configuration required');
    expectIssues(
      await send({ projectId: project.id, name: '', status: 'pending-certificate', configuration: {} }),
      'body name too_small',
      'body name pattern',
      'body status enum',
      'body configuration.type required',
    );
    expectIssues(await create(root, { name: 'x'.repeat(65) }), 'body name too_big');
    expectIssues(await create(root, { name: '  ' }), 'body name pattern');
    for (const field of ['commonName', 'organization', 'ou', 'province', 'locality']) {
      for (const text of [' ', ' x', 'x ', 'x\ny', 'x\u0007', '\u007fx'])
        expectIssues(await create({ ...root, [field]: text }), `body configuration.${field} pattern`);
    }
    const long = {
      commonName: 65,
      organization: 65,
      ou: 65,
      province: 129,
      locality: 129,
      friendlyName: 256,
      notBefore: 41,
      notAfter: 41,
    };
    const tooLong = Object.fromEntries(Object.entries(long).map(([field, length]) => [field, 'x'.repeat(length)]));
    expectIssues(
      await create({ ...root, ...tooLong }),
      ...Object.keys(long).map((field) => `body configuration.${field} too_big`),
    );
    expectIssues(
      await create({ ...root, type: 'leaf', keyAlgorithm: 'RSA_1024' }),
      'body configuration.type enum',
      'body configuration.keyAlgorithm enum',
    );
    expectIssues(await create({ ...root, maxPathLength: -2 }), 'body configuration.maxPathLength too_small');
    expectIssues(await create({ ...root, maxPathLength: 256 }), 'body configuration.maxPathLength too_big');
    for (const country of ['D', 'D1', 'Ä1'])
      expectIssues(await create({ ...root, country }), 'body configuration.country pattern');
    expectIssues(
      await create({ ...root, country: 'DEU' }),
      'body configuration.country pattern',
      'body configuration.country too_big',
    );
    expectIssues(
      await create({ ...root, crlDistributionPointUrls: Array(11).fill('http://a.example') }),
      'body configuration.crlDistributionPointUrls too_big',
    );
    for (const url of ['ftp://a.example', 'http://ä.example', 'http://a b'])
      expectIssues(
        await create({ ...root, crlDistributionPointUrls: [url] }),
        'body configuration.crlDistributionPointUrls.0 pattern',
      );
    expectIssues(
      await create({ ...root, crlDistributionPointUrls: [`http://${'x'.repeat(2042)}`] }),
      'body configuration.crlDistributionPointUrls.0 too_big',
    );
    expectIssues(await create({ type: 'root' }), 'body configuration invalid');
    expectIssues(await create({ ...root, parentCaId: 'x' }), 'body configuration.parentCaId invalid');
    expectIssues(
      await create({ ...root, notBefore: 'soon', notAfter: 'late' }),
      'body configuration.notBefore format',
      'body configuration.notAfter format',
    );
    for (const notAfter of [start, '2029-12-31T23:59:59Z', '2030-01-01T00:00:00.999Z'])
      expectIssues(await create({ ...root, notAfter }), 'body configuration.notAfter too_small');
    expectIssues(await create({ ...root, notBefore: year(2040) }), 'body configuration.notAfter too_small');
    for (const notBefore of ['1949-12-31T23:59:59Z', '0001-01-01T00:00:00Z'])
      expectIssues(await create({ ...root, notBefore }), 'body configuration.notBefore too_small');
    const { notAfter: _, ...endless } = root;
    expectIssues(
      await create({ ...endless, notBefore: '9990-01-01T00:00:00Z' }),
      'body configuration.notAfter too_big',
    );
    expect(((await rows()) as unknown[][]).flat()).to.deep.equal([]);
    expect(await events()).to.deep.equal([]);
  });

  it('refuses whoever lacks the permission, is no member, or is of another organization, before it tells of names', async () => {
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

  describe('without projectId', () => {
    const body = { name: 'root', configuration: root };

    it('uses the only certificate project that the caller is a member of', async () => {
      const { organization, project, admin } = await newProjectWithAdmin(world(), { type: 'cert-manager' });
      await newProject(world(), organization, { type: 'cert-manager' });
      await addToProject(world(), await newProject(world(), organization), admin, 'admin');
      const { status, body: created } = await world().call('createCertificateAuthority', { as: admin, body });
      expect(status, JSON.stringify(created)).to.equal(200);
      expect(created.projectId).to.equal(project.id);
    });

    it('uses it for a member of it through a group too', async () => {
      const { organization, project } = await newProjectWithAdmin(world(), { type: 'cert-manager' });
      const identity = await world().newIdentity(organization, 'no-access');
      const group = await newGroup(world(), organization);
      await addToGroup(world(), group, identity);
      await addToProject(world(), project, { groupId: group.id }, 'admin');
      expect((await world().call('createCertificateAuthority', { as: identity, body })).body.projectId).to.equal(
        project.id,
      );
    });

    it('answers 400 that names projectId when there is none, or more than one', async () => {
      const { organization, admin } = await newProjectWithAdmin(world());
      await newProjectWithAdmin(world(), { type: 'cert-manager' });
      expectError(
        await world().call('createCertificateAuthority', { as: admin, body }),
        400,
        'BadRequest',
        /projectId.*not a member of any/,
      );
      for (const role of ['admin', 'viewer'])
        await addToProject(world(), await newProject(world(), organization, { type: 'cert-manager' }), admin, role);
      expectError(
        await world().call('createCertificateAuthority', { as: admin, body }),
        400,
        'BadRequest',
        /projectId.*more than one/,
      );
    });

    it('needs the permission in that project', async () => {
      const { organization, project } = await newProjectWithAdmin(world(), { type: 'cert-manager' });
      const viewer = await newProjectIdentity(world(), { organization, project }, 'viewer');
      expectError(
        await world().call('createCertificateAuthority', { as: viewer, body }),
        403,
        'PermissionDenied',
        /create certificate authorities/,
      );
    });
  });
});

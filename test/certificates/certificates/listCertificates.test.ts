import { expect } from 'chai';
import { certificateSetting, newAuthority, successful } from '../../support/fixtures/certificates.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { addToProject, newProject } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listCertificates', (world) => {
  const setting = async () => {
    const given = await certificateSetting(world());
    const list = (query: Record<string, string> = {}, as: { token: string } = given.admin) =>
      world().call('listCertificates', { as, query: { projectId: given.project.id, ...query } });
    const found = async (query: Record<string, string> = {}, as: { token: string } = given.admin) => {
      const { body } = successful(await list(query, as));
      expect(body).to.have.all.keys('certificates', 'totalCount');
      return {
        names: (body.certificates as { commonName: string }[]).map(({ commonName }) => commonName),
        totalCount: body.totalCount as number,
      };
    };
    return { ...given, list, found };
  };
  const all = (...names: string[]) => ({ names, totalCount: names.length });

  it('lists certificates with the same fields as a single one, the newest first', async () => {
    const { issued, list, admin, found } = await setting();
    const { certificateId } = await issued({ commonName: 'first', altNames: 'a.example' });
    await world().clock.later(2, () => issued({ commonName: 'third' }));
    await world().clock.later(1, () => issued({ commonName: 'second' }));
    expect(await found()).to.deep.equal(all('third', 'second', 'first'));
    const { body } = await list();
    expect(body.certificates[2]).to.deep.equal(
      (await world().call('getCertificate', { as: admin, params: { id: certificateId } })).body.certificate,
    );
  });

  it('supports pagination in a stable order', async () => {
    const { issued, found, list, stored } = await setting();
    for (let number = 0; number < 5; number += 1) await issued({ commonName: `c${number}` });
    const newest = (await stored()).map(({ commonName }) => commonName).reverse();
    expect(await found()).to.deep.equal(all(...newest));
    expect(await found({ limit: '2' })).to.deep.equal({ names: newest.slice(0, 2), totalCount: 5 });
    expect(await found({ offset: '2', limit: '2' })).to.deep.equal({ names: newest.slice(2, 4), totalCount: 5 });
    expect(await found({ offset: '4', limit: '100' })).to.deep.equal({ names: newest.slice(4), totalCount: 5 });
    expect(await found({ offset: '5' })).to.deep.equal({ names: [], totalCount: 5 });
    expectIssues(await list({ limit: '0' }), 'query limit too_small');
    expectIssues(await list({ limit: '101' }), 'query limit too_big');
    expectIssues(await list({ offset: '-1' }), 'query offset too_small');
    expectIssues(await list({ offset: '2147483648' }), 'query offset too_big');
    expectIssues(await list({ limit: 'x', offset: '1.5' }), 'query limit type', 'query offset type');
    expect((await found({ offset: '2147483647' })).names).to.deep.equal([]);
  });

  it('lists active certificates that end within some days', async () => {
    const { admin, issued, found } = await setting();
    for (const days of [1, 29, 31]) await issued({ commonName: `${days} days`, ttl: `${days}d` });
    const { certificateId: id } = await issued({ commonName: 'revoked', ttl: '2d' });
    successful(await world().call('revokeCertificate', { as: admin, params: { id }, body: {} }));
    expect((await found({ expiresWithinDays: '30' })).names).to.have.members(['1 days', '29 days']);
    const later = await world().clock.later(2 * 86_400, () => found({ expiresWithinDays: '30' }));
    expect(later.names).to.have.members(['29 days', '31 days']);
  });

  it('lists those that nobody renewed, the first to end first', async () => {
    const { admin, issued, found, newMember } = await setting();
    for (const days of [29, 1, 14]) await issued({ commonName: `${days} days`, ttl: `${days}d` });
    const { certificateId: id } = await issued({ commonName: 'renewed', ttl: '2d' });
    successful(await world().call('renewCertificate', { as: admin, params: { id }, body: {} }));
    const query = { expiresWithinDays: '30', orderBy: 'notAfter', isRenewed: 'false' };
    // The one that renews the other ends after two days too.
    expect(await found(query)).to.deep.equal(all('1 days', 'renewed', '14 days', '29 days'));
    expect((await found({ ...query, offset: '2', limit: '1' })).names).to.deep.equal(['14 days']);
    expect((await found({ isRenewed: 'true' })).names).to.deep.equal(['renewed']);
    const reader = await newMember([
      { subject: 'certificates', action: 'read', conditions: { commonName: { $glob: '* days' } } },
    ]);
    expect(await found({ ...query, limit: '2' }, reader)).to.deep.equal({
      names: ['1 days', '14 days'],
      totalCount: 3,
    });
  });

  it('has 25 certificates per page by default', async () => {
    const { issued, list } = await setting();
    await Promise.all(Array.from({ length: 26 }, () => issued()));
    const { body } = await list();
    expect(body.certificates).to.have.length(25);
    expect(body.totalCount).to.equal(26);
  });

  it('lists certificates that match all filters', async () => {
    const { issued, found, list, project, admin } = await setting();
    const other = await newAuthority(world(), project);
    const { serialNumber } = await issued({
      commonName: 'web.example',
      altNames: 'www.example',
      friendlyName: 'Front 100%',
    });
    await world().clock.later(1, () => issued({ commonName: 'Db_1', friendlyName: 'Back', caId: other.row.id }));
    expect(await found({ commonName: 'WEB' })).to.deep.equal(all('web.example'));
    expect(await found({ commonName: 'www' })).to.deep.equal(all());
    expect(await found({ friendlyName: 'front' })).to.deep.equal(all('web.example'));
    expect(await found({ friendlyName: '0%' })).to.deep.equal(all('web.example'));
    for (const wildcard of ['b%1', 'Db%', '%', '_eb'])
      expect(await found({ commonName: wildcard }), wildcard).to.deep.equal(all());
    expect(await found({ commonName: 'b_1' })).to.deep.equal(all('Db_1'));
    expect(await found({ serialNumber: serialNumber.toUpperCase() })).to.deep.equal(all('web.example'));
    expect(await found({ serialNumber: serialNumber.slice(1) })).to.deep.equal(all());
    for (const search of ['WWW.ex', 'web.', 'FRONT', serialNumber.slice(3, 20).toUpperCase()])
      expect(await found({ search }), search).to.deep.equal(all('web.example'));
    expect(await found({ search: 'nowhere' })).to.deep.equal(all());
    expect(await found({ caId: other.row.id })).to.deep.equal(all('Db_1'));
    expect(await found({ caId: other.row.id, commonName: 'web' })).to.deep.equal(all());
    expect(await found({ search: 'example', friendlyName: 'front', status: 'active', serialNumber })).to.deep.equal(
      all('web.example'),
    );
    expect(
      await found({ search: '', commonName: '', friendlyName: '', serialNumber: '', status: '', caId: '' }),
    ).to.deep.equal(all('Db_1', 'web.example'));

    for (const [name, longest] of Object.entries({
      search: 255,
      commonName: 64,
      friendlyName: 255,
      serialNumber: 64,
    })) {
      expect(await found({ [name]: 'x'.repeat(longest) })).to.deep.equal(all());
      expectIssues(await list({ [name]: 'x'.repeat(longest + 1) }), `query ${name} too_big`);
    }
    expectIssues(await list({ status: 'gone' }), 'query status enum');
    expectIssues(await world().call('listCertificates', { as: admin }), 'query projectId required');
  });

  it('filters by the current status', async () => {
    const { issued, found, admin } = await setting();
    await issued({ commonName: 'short', ttl: '10s' });
    await world().clock.later(1, () => issued({ commonName: 'long' }));
    for (const ttl of ['10s', '1d']) {
      const { certificateId } = await issued({ commonName: `revoked ${ttl}`, ttl });
      successful(await world().call('revokeCertificate', { as: admin, params: { id: certificateId } }));
    }
    const byStatus = async () =>
      Promise.all(['active', 'expired', 'revoked'].map(async (status) => (await found({ status })).names.sort()));
    expect(await byStatus()).to.deep.equal([['long', 'short'], [], ['revoked 10s', 'revoked 1d']]);
    await world().clock.later(10, async () =>
      expect(await byStatus()).to.deep.equal([['long', 'short'], [], ['revoked 10s', 'revoked 1d']]),
    );
    await world().clock.later(10.001, async () =>
      expect(await byStatus()).to.deep.equal([['long'], ['short'], ['revoked 10s', 'revoked 1d']]),
    );
  });

  it('lists and counts only certificates that the caller may read', async () => {
    const { issued, found, newMember, admin } = await setting();
    const names = ['a1', 'b1', 'a2', 'b2', 'a3'];
    for (const [index, commonName] of names.entries())
      await world().clock.later(index, () =>
        issued({ commonName, altNames: `${commonName}.example`, metadata: [{ key: 'team', value: commonName[0]! }] }),
      );
    const reading = (conditions: object, inverted = false) =>
      newMember([
        ...(inverted ? [{ subject: 'certificates', action: 'read' }] : []),
        { subject: 'certificates', action: 'read', inverted, conditions: conditions as Record<string, unknown> },
      ]);
    const a = await reading({ commonName: { $glob: 'a*' } });
    expect(await found({}, a)).to.deep.equal(all('a3', 'a2', 'a1'));
    expect(await found({ limit: '1', offset: '1' }, a)).to.deep.equal({ names: ['a2'], totalCount: 3 });
    expect(await found({ search: 'b1.' }, a)).to.deep.equal(all());
    expect(await found({}, await reading({ commonName: { $glob: 'a*' } }, true))).to.deep.equal(all('b2', 'b1'));
    expect(await found({}, await reading({ altNames: { $in: ['b1.example', 'a1.example'] } }))).to.deep.equal(
      all('b1', 'a1'),
    );
    expect(await found({}, await reading({ metadata: { $elemMatch: { key: 'team', value: 'b' } } }))).to.deep.equal(
      all('b2', 'b1'),
    );
    expect(await found({}, await reading({ status: 'revoked' }))).to.deep.equal(all());
    const { names: everything } = await found({}, await newMember('viewer'));
    expect(everything).to.have.length(5);
    expect((await found({}, admin)).totalCount).to.equal(5);
  });

  it('lists only certificates of this project', async () => {
    const { issued, list, organization, admin, found } = await setting();
    await issued();
    const second = await newProject(world(), organization);
    await addToProject(world(), second, admin, 'admin');
    expect(await found({ projectId: second.id })).to.deep.equal(all());
    const { row } = await newAuthority(world(), second);
    expectError(await list({ caId: row.id }), 404, 'NotFound');
    for (const caId of ['x', world().server.parts.ids.uuid()]) expectError(await list({ caId }), 404, 'NotFound');
    expectError(await list({ projectId: 'x' }), 404, 'NotFound');
  });

  it('requires the permission to read some certificates', async () => {
    const { list, newMember, organization, authority } = await setting();
    for (const role of [
      'member',
      'no-access',
      [{ subject: 'certificates', action: ['create', 'edit', 'delete', 'read-private-key', 'import'] }],
    ] as const) {
      expectError(await list({}, await newMember(role)), 403, 'PermissionDenied', /read certificates/);
    }
    expectError(await list({}, await world().newUser(organization, 'admin')), 403, 'ProjectMembershipNotFound');
    const onlyThese = await newMember([{ subject: 'certificates', action: 'read' }]);
    expect((await list({}, onlyThese)).status).to.equal(200);
    expectError(
      await list({ caId: authority.row.id }, onlyThese),
      403,
      'PermissionDenied',
      /read certificate authorities/,
    );
    const named = await newMember([
      { subject: 'certificates', action: 'read' },
      { subject: 'certificate-authorities', action: 'read', conditions: { name: authority.row.name } },
    ]);
    expect((await list({ caId: authority.row.id }, named)).status).to.equal(200);
  });
});

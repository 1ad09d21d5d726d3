import { expect } from 'chai';
import { certificateSetting, mayUseAuthorities } from '../../support/fixtures/certificates.ts';
import { expectError } from '../../support/expect/expect.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

/** The fields of the tested certificate. */
const like = {
  commonName: 'web.pay.example',
  altNames: 'a.pay.example,b.pay.example',
  friendlyName: 'Pay 1',
  metadata: [
    { key: 'team', value: 'pay' },
    { key: 'stage', value: 'prod' },
  ],
};

/** Conditions that match it, and conditions that do not. */
const cases: Record<string, { fit: unknown[]; miss: unknown[] }> = {
  commonName: {
    fit: [
      'web.pay.example',
      { $eq: 'web.pay.example' },
      { $glob: '*.pay.example' },
      { $in: ['x', 'web.pay.example'] },
      { $ne: 'x' },
      'Web.Pay.Example',
      { $glob: '*.PAY.example' },
    ],
    miss: ['x', { $glob: '*.other.example' }, { $in: ['x'] }, { $ne: 'web.pay.example' }, { $ne: 'WEB.pay.example' }],
  },
  // All names must match.
  altNames: {
    fit: [
      { $glob: '*.pay.example' },
      { $in: ['a.pay.example', 'b.pay.example', 'x'] },
      { $glob: '?.Pay.Example' },
      { $ne: 'x' },
    ],
    miss: ['a.pay.example', { $glob: 'a.*' }, { $in: ['a.pay.example'] }, { $ne: 'a.pay.example' }],
  },
  friendlyName: { fit: ['Pay 1', { $glob: 'Pay *' }], miss: ['Pay 2', { $glob: 'x*' }] },
  status: { fit: ['active', { $in: ['active', 'expired'] }, { $ne: 'revoked' }], miss: ['revoked', { $ne: 'active' }] },
  metadata: {
    fit: [
      { $elemMatch: { key: 'team', value: 'pay' } },
      { $elemMatch: { key: { $eq: 'stage' }, value: { $in: ['prod', 'dev'] } } },
      { $elemMatch: { key: 'team' } },
    ],
    miss: [{ $elemMatch: { key: 'team', value: 'prod' } }, { $elemMatch: { key: 'x', value: 'pay' } }],
  },
};

onEitherDatabase('conditions on certificates', (world) => {
  const rule = (action: string, conditions: object, inverted = false) => ({
    subject: 'certificates',
    action,
    inverted,
    conditions: conditions as Record<string, unknown>,
  });
  const operations = {
    read: ['getCertificate', 'getCertificateBody'],
    'read-private-key': ['getCertificatePrivateKey', 'getCertificateBundle'],
  } as const;

  for (const [field, { fit, miss }] of Object.entries(cases)) {
    it(`on ${field} apply to reading`, async () => {
      const { issued, newMember } = await certificateSetting(world());
      const { certificateId: id } = await issued(like);
      for (const [action, names] of Object.entries(operations)) {
        const statuses = async (conditions: object, inverted = false) => {
          const as = await newMember([
            ...(inverted ? [{ subject: 'certificates', action }] : []),
            rule(action, conditions, inverted),
          ]);
          return Promise.all(names.map(async (name) => (await world().call(name, { as, params: { id } })).status));
        };
        for (const condition of fit)
          expect(await statuses({ [field]: condition }), JSON.stringify(condition)).to.deep.equal([200, 200]);
        for (const condition of miss)
          expect(await statuses({ [field]: condition }), JSON.stringify(condition)).to.deep.equal([403, 403]);
        // A deny is the opposite: it applies if any of the names matches.
        for (const condition of fit)
          expect(await statuses({ [field]: condition }, true), JSON.stringify(condition)).to.deep.equal([403, 403]);
        if (field !== 'altNames')
          for (const condition of miss)
            expect(await statuses({ [field]: condition }, true), JSON.stringify(condition)).to.deep.equal([200, 200]);
      }
    });

    it(`on ${field} apply to creation`, async () => {
      const { issue, newMember, stored } = await certificateSetting(world());
      const creating = async (condition: unknown, inverted = false) =>
        issue(
          like,
          await newMember([
            mayUseAuthorities,
            ...(inverted ? [{ subject: 'certificates', action: 'create' }] : []),
            rule('create', { [field]: condition }, inverted),
          ]),
        );
      for (const condition of miss)
        expectError(await creating(condition), 403, 'PermissionDenied', /create certificates/);
      for (const condition of fit)
        expectError(await creating(condition, true), 403, 'PermissionDenied', /create certificates/);
      expect(await stored()).to.deep.equal([]);
      for (const condition of fit) expect((await creating(condition)).status, JSON.stringify(condition)).to.equal(200);
    });

    it(`on ${field} apply to revocation and deletion`, async () => {
      const { issued, newMember, stored } = await certificateSetting(world());
      const { certificateId: id } = await issued(like);
      for (const condition of miss) {
        const as = await newMember([rule('delete', { [field]: condition })]);
        for (const name of ['revokeCertificate', 'deleteCertificate'] as const)
          expectError(await world().call(name, { as, params: { id } }), 403, 'PermissionDenied', /delete certificates/);
      }
      expect(await stored()).to.have.length(1);
      const as = await newMember([rule('delete', { [field]: fit.at(-1) })]);
      expect((await world().call('revokeCertificate', { as, params: { id } })).status).to.equal(200);
      // It is another certificate by now.
      expect((await world().call('deleteCertificate', { as, params: { id } })).status).to.equal(
        field === 'status' ? 403 : 200,
      );
    });
  }

  it('on serialNumber apply to existing certificates, and grant nothing for unknown ones', async () => {
    const { issued, issue, newMember } = await certificateSetting(world());
    const [one, other] = [await issued(), await issued()];
    const as = await newMember([
      mayUseAuthorities,
      ...['read', 'read-private-key', 'delete', 'create'].map((action) =>
        rule(action, { serialNumber: one.serialNumber }),
      ),
    ]);
    const globbing = await newMember([rule('read', { serialNumber: { $glob: `${one.serialNumber.slice(0, 20)}*` } })]);
    for (const name of [
      'getCertificate',
      'getCertificateBody',
      'getCertificateBundle',
      'getCertificatePrivateKey',
      'revokeCertificate',
      'deleteCertificate',
    ] as const) {
      expectError(await world().call(name, { as, params: { id: other.certificateId } }), 403, 'PermissionDenied');
      if (name === 'getCertificate')
        expect((await world().call(name, { as: globbing, params: { id: one.certificateId } })).status).to.equal(200);
      expect((await world().call(name, { as, params: { id: one.certificateId } })).status).to.equal(200);
    }
    expectError(await issue({}, as), 403, 'PermissionDenied', /create certificates/);
    expectError(
      await issue({}, await newMember([mayUseAuthorities, rule('create', { serialNumber: { $glob: '*' } })])),
      403,
      'PermissionDenied',
      /create certificates/,
    );
  });

  it('on status apply to the current status', async () => {
    const { issued, newMember, admin } = await certificateSetting(world());
    const { certificateId: id } = await issued({ ttl: '10s' });
    const of = async (action: string, status: string) => newMember([rule(action, { status })]);
    const reading = {
      active: await of('read', 'active'),
      expired: await of('read', 'expired'),
      revoked: await of('read', 'revoked'),
    };
    const readers = async () => {
      const answers = await Promise.all(
        Object.entries(reading).map(async ([status, as]) =>
          (await world().call('getCertificate', { as, params: { id } })).status === 200 ? [status] : [],
        ),
      );
      return answers.flat();
    };
    expect(await readers()).to.deep.equal(['active']);
    expect(await world().clock.later(11, readers)).to.deep.equal(['expired']);
    // A revocation lets readers of revoked certificates read it, so it requires more than the permission to delete.
    expectError(
      await world().call('revokeCertificate', { as: await of('delete', 'active'), params: { id } }),
      403,
      'PermissionDenied',
    );
    const onlyActive = await newMember([rule('delete', { status: 'active' }), rule('read', { status: 'active' })]);
    expect((await world().call('revokeCertificate', { as: onlyActive, params: { id } })).status).to.equal(200);
    expect(await readers()).to.deep.equal(['revoked']);
    // The caller does not learn that it is already revoked.
    for (const name of ['revokeCertificate', 'deleteCertificate'] as const)
      expectError(await world().call(name, { as: onlyActive, params: { id } }), 403, 'PermissionDenied');
    expect((await world().call('deleteCertificate', { as: admin, params: { id } })).status).to.equal(200);
  });

  it('on names refuse a certificate if only some of its names are allowed', async () => {
    const { issue, issued, newMember } = await certificateSetting(world());
    const as = await newMember([
      mayUseAuthorities,
      rule('create', { altNames: { $glob: '*.pay.example' } }),
      rule('read', { altNames: { $glob: '*.pay.example' } }),
    ]);
    for (const altNames of ['a.pay.example,bank.example', 'bank.example,a.pay.example', '', '10.0.0.1,a.pay.example'])
      expectError(await issue({ altNames }, as), 403, 'PermissionDenied');
    expect((await issue({ altNames: 'A.PAY.example' }, as)).status).to.equal(200);
    const { certificateId: id } = await issued({ altNames: 'a.pay.example,bank.example' });
    expectError(await world().call('getCertificate', { as, params: { id } }), 403, 'PermissionDenied');
  });

  it('in a deny cannot be bypassed by another spelling of a name', async () => {
    const { issue, newMember } = await certificateSetting(world());
    const names = ['bank.example', '2001:db8::1', 'ada@bank.example', 'https://bank.example/x'];
    const as = await newMember([
      mayUseAuthorities,
      { subject: 'certificates', action: 'create' },
      ...names.map((name) => rule('create', { altNames: name }, true)),
    ]);
    for (const altNames of [
      'BANK.example',
      '2001:0DB8:0::1',
      '2001:db8:0:0:0:0:0:1',
      'ada@BANK.example',
      'HTTPS://Bank.Example/x',
      'ok.example, Bank.Example ',
    ])
      expectError(await issue({ altNames }, as), 403, 'PermissionDenied');
    expect((await issue({ altNames: 'ok.example' }, as)).status).to.equal(200);
  });

  it('of several rules are combined', async () => {
    const { issue, newMember } = await certificateSetting(world());
    const as = await newMember([
      mayUseAuthorities,
      rule('create', { commonName: 'a', altNames: 'a.example' }),
      rule('create', { commonName: { $glob: 'b*' }, metadata: { $elemMatch: { key: 'team', value: 'x' } } }),
    ]);
    expect((await issue({ commonName: 'a', altNames: 'a.example' }, as)).status).to.equal(200);
    expect(
      (await issue({ commonName: 'b1', altNames: 'any.example', metadata: [{ key: 'team', value: 'x' }] }, as)).status,
    ).to.equal(200);
    for (const changes of [
      { commonName: 'a', altNames: 'b.example' },
      { commonName: 'b1' },
      { commonName: 'c', altNames: 'a.example' },
    ])
      expectError(await issue(changes, as), 403, 'PermissionDenied');
  });
});

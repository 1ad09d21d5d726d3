import type { Rule } from '../../../src/access/rule.ts';
import { expect } from 'chai';
import { X509Certificate } from 'node:crypto';
import type { Response } from 'supertest';
import {
  certificateSetting,
  mayUseAuthorities,
  newAuthority,
  newRequest,
  successful,
} from '../../support/fixtures/certificates.ts';
import { expectError } from '../../support/expect/expect.ts';
import { asFile, certificateText, openssl } from '../../support/clients/openssl.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const mayCreate: Rule = { subject: 'certificates', action: 'create' };
const mayEdit: Rule = { subject: 'certificate-authorities', action: 'edit' };
const named = (rule: Rule, name: unknown): Rule => ({ ...rule, conditions: { name } });
const deny = (action: string, conditions: Record<string, unknown>): Rule => ({
  subject: 'certificates',
  action,
  conditions,
  inverted: true,
});

const issuing = ['issueCertificate', 'issueLegacyCertificate'] as const;
const signing = ['signCertificate', 'signLegacyCertificate'] as const;

onEachDatabase('what only some may get certified', (world) => {
  const setting = async () => {
    const given = await certificateSetting(world(), { changes: { name: 'issuing-ca' } });
    const call = (
      operation: (typeof issuing | typeof signing)[number],
      as: { token: string },
      body: object,
    ): Promise<Response> => world().call(operation, { as, body: { caId: given.authority.row.id, ttl: '1d', ...body } });
    /** The names asked for in each way that there is: in the body, and in a signing request. */
    const ask = async (as: { token: string }, commonName: string, altNames = ''): Promise<Response[]> => {
      const hosts =
        altNames === ''
          ? []
          : [
              `subjectAltName=${altNames
                .split(',')
                .map((name) => `DNS:${name}`)
                .join()}`,
            ];
      const { csr } = newRequest(`/CN=${commonName}`, { extensions: hosts });
      const bodies = [
        ...issuing.map((name) => [name, { commonName, altNames }] as const),
        ...signing.map((name) => [name, { csr }] as const),
      ];
      return Promise.all(bodies.map(([name, body]) => call(name, as, body)));
    };
    const expectAll = async (answers: Promise<Response[]>, status: 200 | 403, pattern = /create certificates/) => {
      for (const answer of await answers) {
        if (status === 403) expectError(answer, 403, 'PermissionDenied', pattern);
        else successful(answer);
      }
    };
    return { ...given, call, ask, expectAll };
  };

  it('nobody uses an authority that they may not read', async () => {
    const { ask, expectAll, newMember, stored, project, call } = await setting();
    const root = await newAuthority(world(), project, { changes: { name: 'root-ca' } });
    const { csr } = newRequest('/CN=x');
    const atRoot = async (as: { token: string }) => [
      ...(await Promise.all(issuing.map((name) => call(name, as, { caId: root.row.id, commonName: 'x' })))),
      ...(await Promise.all(signing.map((name) => call(name, as, { caId: root.row.id, csr })))),
    ];
    const read = /read certificate authorities/;
    for (const rules of [
      [mayCreate],
      [mayCreate, mayEdit],
      [mayCreate, named(mayUseAuthorities, 'other')],
      [mayCreate, mayUseAuthorities, { ...named(mayUseAuthorities, { $glob: '*-ca' }), inverted: true }],
    ]) {
      const as = await newMember(rules);
      await expectAll(ask(as, 'x'), 403, read);
      await expectAll(atRoot(as), 403, read);
    }
    expectError(
      await call('signCertificate', await newMember([mayCreate]), { csr: 'nonsense' }),
      403,
      'PermissionDenied',
      read,
    );
    expect(await stored()).to.deep.equal([]);

    for (const rules of [
      [mayCreate, named(mayUseAuthorities, 'issuing-ca')],
      [mayCreate, mayUseAuthorities, { ...named(mayUseAuthorities, 'root-ca'), inverted: true }],
    ]) {
      const as = await newMember(rules);
      await expectAll(ask(as, 'x'), 200);
      await expectAll(atRoot(as), 403, read);
    }
    await expectAll(atRoot(await newMember([mayCreate, mayUseAuthorities])), 200);
    await expectAll(atRoot(await newMember('admin')), 200);
    expect((await stored()).filter(({ authorityId }) => authorityId === root.row.id)).to.have.length(8);
  });

  it('nor one that gets another name while the key is made', async () => {
    const { call, newMember, stored, authority } = await setting();
    const as = await newMember([mayCreate, named(mayUseAuthorities, 'issuing-ca')]);
    const { database } = world().server.parts;
    const [answer] = await Promise.all([
      call('issueCertificate', as, { commonName: 'x', keyAlgorithm: 'RSA_4096' }),
      database.transaction(({ db }) =>
        db('certificate_authorities').where({ id: authority.row.id }).update({ name: 'root-ca' }),
      ),
    ]);
    expectError(answer, 403, 'PermissionDenied', /read certificate authorities/);
    expect(await stored()).to.deep.equal([]);
  }).timeout(60_000);

  it('of a signing request only the common name, unless they may edit the authority', async () => {
    const { call, newMember } = await setting();
    const { csr } = newRequest('/C=DE/ST=Bayern/L=Ulm/O=system:masters/OU=admins/CN=batch.example.com');
    const subject = (answer: Response): string =>
      openssl(
        'x509',
        '-noout',
        '-subject',
        '-nameopt',
        'RFC2253',
        '-in',
        asFile(successful(answer).body.certificate as string),
      ).trim();
    const ordinary = await newMember([mayCreate, mayUseAuthorities]);
    const elsewhere = await newMember([mayCreate, mayUseAuthorities, named(mayEdit, 'other')]);
    const editor = await newMember([mayCreate, mayUseAuthorities, named(mayEdit, 'issuing-ca')]);
    for (const name of signing) {
      for (const as of [ordinary, elsewhere]) {
        expect(subject(await call(name, as, { csr }))).to.equal('subject=CN=batch.example.com');
        expect(subject(await call(name, as, { csr, commonName: 'other' }))).to.equal('subject=CN=other');
      }
      expect(subject(await call(name, editor, { csr }))).to.equal(
        'subject=CN=batch.example.com,OU=admins,O=system:masters,L=Ulm,ST=Bayern,C=DE',
      );
    }
    // What is not taken does not have to be in order.
    expect(
      subject(await call('signCertificate', ordinary, { csr: newRequest(`/O=Acme/O=system:masters/CN=x`).csr })),
    ).to.equal('subject=CN=x');
  });

  it('certificates for signing code, times and revocation answers are for those who may edit the authority', async () => {
    const { call, newMember, stored } = await setting();
    const ordinary = await newMember([mayCreate, mayUseAuthorities, named(mayEdit, 'other')]);
    const editor = await newMember([mayCreate, mayUseAuthorities, named(mayEdit, 'issuing-ca')]);
    const usages = { ocspSigning: 'OCSPSigning', codeSigning: 'codeSigning', timeStamping: 'timeStamping' };
    const requests = (usage: string, short: string) => {
      const { csr } = newRequest('/CN=x');
      const asking = newRequest('/CN=x', { extensions: [`extendedKeyUsage=serverAuth,${short}`] }).csr;
      return [
        ...issuing.map((name) => [name, { commonName: 'x', extendedKeyUsages: ['serverAuth', usage] }] as const),
        ...signing.flatMap((name) => [
          [name, { csr, extendedKeyUsages: [usage] }] as const,
          [name, { csr: asking }] as const,
        ]),
      ];
    };
    for (const [usage, short] of Object.entries(usages)) {
      for (const [name, body] of requests(usage, short))
        expectError(await call(name, ordinary, body), 403, 'PermissionDenied', /edit certificate authorities/);
    }
    expect(await stored()).to.deep.equal([]);
    for (const [usage, short] of Object.entries(usages))
      for (const [name, body] of requests(usage, short)) successful(await call(name, editor, body));
    expect(
      (await stored()).every(({ extendedKeyUsages }) => extendedKeyUsages.some((usage) => usage in usages)),
    ).to.equal(true);

    const { csr } = newRequest('/CN=x', { extensions: ['extendedKeyUsage=OCSPSigning'] });
    const { certificate } = successful(
      await call('signCertificate', ordinary, {
        csr,
        extendedKeyUsages: ['clientAuth', 'serverAuth', 'emailProtection'],
      }),
    ).body as { certificate: string };
    expect(certificateText(certificate)).to.include('TLS Web Client Authentication').and.not.include('OCSP');
  });

  it('a deny of a name is not passed by a wildcard that covers it', async () => {
    const { ask, expectAll, newMember, stored } = await setting();
    const rules = [mayCreate, mayUseAuthorities];
    for (const condition of [
      'admin.corp.example',
      { $in: ['x', 'Admin.corp.example'] },
      { $glob: 'admin.*' },
      { $glob: 'a?min.{corp,x}.example' },
      { $ne: 'web.corp.example' },
    ]) {
      await expectAll(
        ask(
          await newMember([...rules, deny('create', { altNames: condition })]),
          'x',
          'web.corp.example,*.corp.example',
        ),
        403,
      );
      await expectAll(
        ask(await newMember([...rules, deny('create', { commonName: condition })]), '*.corp.example'),
        403,
      );
      await expectAll(
        ask(await newMember([...rules, deny('create', { commonName: condition })]), 'ad*n.Corp.example'),
        403,
      );
    }
    expect(await stored()).to.deep.equal([]);
    const as = await newMember([
      ...rules,
      deny('create', { altNames: 'admin.corp.example' }),
      deny('create', { commonName: 'admin.corp.example' }),
    ]);
    await expectAll(ask(as, '*.other.example', '*.other.example,*.a.corp.example'), 200);
  });

  it('an allow of a name does not allow a wildcard that covers others', async () => {
    const { ask, expectAll, newMember, stored } = await setting();
    const allow = (conditions: Record<string, unknown>): Rule[] => [mayUseAuthorities, { ...mayCreate, conditions }];
    for (const condition of [
      'admin.corp.example',
      { $glob: '?.corp.example' },
      { $glob: 'a*.corp.example' },
      { $ne: 'admin.corp.example' },
    ]) {
      await expectAll(ask(await newMember(allow({ altNames: condition })), 'x', '*.corp.example'), 403);
      await expectAll(ask(await newMember(allow({ commonName: condition })), '*.corp.example'), 403);
    }
    expect(await stored()).to.deep.equal([]);
    for (const condition of [
      '*.corp.example',
      '*.Corp.example',
      { $in: ['*.corp.example'] },
      { $glob: '*.corp.example' },
      { $glob: '**' },
      { $ne: 'admin.other.example' },
    ]) {
      await expectAll(
        ask(await newMember(allow({ altNames: condition, commonName: condition })), '*.corp.example', '*.corp.example'),
        200,
      );
    }
  });

  it('a deny of a name is not passed by writing it in another case', async () => {
    const { ask, expectAll, newMember, stored } = await setting();
    for (const condition of ['admin', 'ADMIN', { $in: ['Admin'] }, { $glob: 'ad*' }, { $glob: 'AD*' }]) {
      const as = await newMember([mayCreate, mayUseAuthorities, deny('create', { commonName: condition })]);
      for (const name of ['admin', 'Admin', 'ADMIN']) await expectAll(ask(as, name), 403);
    }
    await expectAll(
      ask(
        await newMember([mayCreate, mayUseAuthorities, deny('create', { altNames: 'Admin.Corp.Example' })]),
        'x',
        'admin.corp.example',
      ),
      403,
    );
    expect(await stored()).to.deep.equal([]);
    await expectAll(
      ask(await newMember([mayUseAuthorities, { ...mayCreate, conditions: { commonName: 'Web' } }]), 'wEB'),
      200,
    );
    expect((await stored()).map(({ commonName }) => commonName)).to.deep.equal(['wEB', 'wEB', 'wEB', 'wEB']);
  });

  it('what is there is read, revoked and listed by the same rules', async () => {
    const { issued, newMember, project, admin } = await setting();
    const { certificateId: id, privateKey } = await issued({ commonName: 'Web', altNames: '*.corp.example' });
    expect(new X509Certificate((await issued()).certificate).subject).to.equal('CN=web.example.com');
    const actions = ['read', 'delete', 'read-private-key'];
    const all: Rule = { subject: 'certificates', action: actions };
    const reading = [
      'getCertificate',
      'getCertificateBody',
      'getCertificateBundle',
      'getCertificatePrivateKey',
    ] as const;
    const count = async (as: { token: string }): Promise<number> =>
      (await world().call('listCertificates', { as, query: { projectId: project.id } })).body.totalCount as number;
    for (const conditions of [{ altNames: 'admin.corp.example' }, { commonName: 'wEb' }]) {
      const as = await newMember([all, ...actions.map((action) => deny(action, conditions))]);
      for (const name of [...reading, 'revokeCertificate', 'deleteCertificate'] as const)
        expectError(await world().call(name, { as, params: { id } }), 403, 'PermissionDenied', /certificates/);
      expect(await count(as)).to.equal(1);
    }
    const partly = await newMember([{ ...all, conditions: { altNames: { $in: ['admin.corp.example', ''] } } }]);
    for (const name of [...reading, 'revokeCertificate', 'deleteCertificate'] as const)
      expectError(await world().call(name, { as: partly, params: { id } }), 403, 'PermissionDenied', /certificates/);
    const wholly = await newMember([
      { ...all, conditions: { commonName: 'WEB', altNames: { $glob: '*.CORP.example' } } },
    ]);
    expect(await count(wholly)).to.equal(1);
    for (const name of reading)
      expect((await world().call(name, { as: wholly, params: { id } })).status, name).to.equal(200);
    expect((await world().call('getCertificatePrivateKey', { as: wholly, params: { id } })).body.privateKey).to.equal(
      privateKey,
    );
    expect((await world().call('revokeCertificate', { as: wholly, params: { id } })).status).to.equal(200);
    expect(await count(admin)).to.equal(2);
  });

  it('it is explained as it is decided', async () => {
    const { newMember, admin, project } = await setting();
    const rule = deny('create', { commonName: 'Admin.corp.example' });
    const { id: actorId } = await newMember([mayCreate, rule]);
    const explained = async (commonName: string) =>
      (
        await world().call('explainAccess', {
          as: admin,
          params: { projectId: project.id },
          body: { actorType: 'identity', actorId, subject: 'certificates', action: 'create', object: { commonName } },
        })
      ).body;
    for (const name of ['ADMIN.corp.example', '*.corp.example']) {
      const { isAllowed, decidedBy } = await explained(name);
      expect([isAllowed, decidedBy.conditions]).to.deep.equal([false, rule.conditions]);
    }
    expect((await explained('web.corp.example')).isAllowed).to.equal(true);
  });
});

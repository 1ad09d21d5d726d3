import type { Rule } from '../../../src/access/rule.ts';
import { expect } from 'chai';
import { X509Certificate } from 'node:crypto';
import type { Response } from 'supertest';
import { mayUseAuthorities, newAuthority, newRequest, successful } from '../../support/fixtures/certificates.ts';
import { expectError } from '../../support/expect/expect.ts';
import { asFile, certificateText, openssl } from '../../support/clients/openssl.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { certificateLimitSetting, mayCreate, deny, issuing, signing } from './limits.fixtures.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const mayEdit: Rule = { subject: 'certificate-authorities', action: 'edit' };

const named = (rule: Rule, name: unknown): Rule => ({ ...rule, conditions: { name } });

onEitherDatabase('the permissions on certificate requests', (world) => {
  const setting = certificateLimitSetting(world);

  it('require that the caller may read the authority', async () => {
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

  it('are checked again if the authority is renamed while the key is generated', async () => {
    const { call, newMember, stored, authority } = await setting();
    const as = await newMember([mayCreate, named(mayUseAuthorities, 'issuing-ca')]);
    const { database } = world().server.parts;
    const [answer] = await Promise.all([
      call('issueCertificate', as, { commonName: 'x', keyAlgorithm: 'RSA_4096' }),
      database.transaction(ofInstance, ({ db }) =>
        db('certificate_authorities').where({ id: authority.row.id }).update({ name: 'root-ca' }),
      ),
    ]);
    expectError(answer, 403, 'PermissionDenied', /read certificate authorities/);
    expect(await stored()).to.deep.equal([]);
  });

  it('allow only the common name of a signing request, unless the caller may edit the authority', async () => {
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
    const editorOfOther = await newMember([mayCreate, mayUseAuthorities, named(mayEdit, 'other')]);
    const editor = await newMember([mayCreate, mayUseAuthorities, named(mayEdit, 'issuing-ca')]);
    for (const name of signing) {
      for (const as of [ordinary, editorOfOther]) {
        expect(subject(await call(name, as, { csr }))).to.equal('subject=CN=batch.example.com');
        expect(subject(await call(name, as, { csr, commonName: 'other' }))).to.equal('subject=CN=other');
      }
      expect(subject(await call(name, editor, { csr }))).to.equal(
        'subject=CN=batch.example.com,OU=admins,O=system:masters,L=Ulm,ST=Bayern,C=DE',
      );
    }
    // Ignored parts are not validated.
    expect(
      subject(await call('signCertificate', ordinary, { csr: newRequest(`/O=Acme/O=system:masters/CN=x`).csr })),
    ).to.equal('subject=CN=x');
  });

  it('allow certificates for code signing, time stamping and OCSP only for callers who may edit the authority', async () => {
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
    expect(certificateText(certificate)).to.include('TLS Web Client Authentication').and.not.include('OCSP Signing');
  });

  it('apply to reading, revoking and listing existing certificates', async () => {
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

  it('are explained consistently with the decisions', async () => {
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

import type { Rule } from '../../../src/access/rule.ts';
import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { mayUseAuthorities } from '../../support/fixtures/certificates.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { certificateLimitSetting, mayCreate, deny } from './limits.fixtures.ts';

onEitherDatabase('the permissions on certificate requests', (world) => {
  const setting = certificateLimitSetting(world);

  it('do not allow a wildcard that includes a denied name', async () => {
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

  it('do not allow a wildcard that includes names that are not allowed', async () => {
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

  it('do not allow a denied name in another case', async () => {
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

  it('do not allow a denied name with a final dot, compatible or invisible characters', async () => {
    const { ask, call, expectAll, newMember, stored } = await setting();
    const spellings = ['admin.', 'ａｄｍｉｎ', 'Ａdmin．', 'ad\u200bmin', 'admin\u00ad', 'admin \u200b.'];
    for (const condition of [{ $in: ['Admin.'] }, { $glob: 'ａd*' }]) {
      const as = await newMember([mayCreate, mayUseAuthorities, deny('create', { commonName: condition })]);
      for (const name of spellings) await expectAll(ask(as, name), 403);
    }
    const url = 'https://admin.example/**';
    const as = await newMember([mayCreate, mayUseAuthorities, deny('create', { altNames: { $glob: url } })]);
    for (const host of ['admin.example.', '%61dmin.example', 'admin.example%2E'])
      expectError(
        await call('issueCertificate', as, { commonName: 'x', altNames: `https://${host}/a` }),
        403,
        'PermissionDenied',
        /create certificates/,
      );
    expect(await stored()).to.deep.equal([]);
  });

  it('allow an allowed name in another spelling, which the certificate has as written', async () => {
    const { ask, expectAll, newMember, stored } = await setting();
    const as = await newMember([mayUseAuthorities, { ...mayCreate, conditions: { commonName: 'Web' } }]);
    for (const name of ['ｗeb.', 'we\u200bb']) await expectAll(ask(as, name), 200);
    expect(new Set((await stored()).map(({ commonName }) => commonName))).to.deep.equal(
      new Set(['ｗeb.', 'we\u200bb']),
    );
    await expectAll(ask(as, 'webs.'), 403);
  });
});

import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { defaultTokenFields, newBareMachine, newMachine } from '../../support/fixtures/login-methods.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const fields = { allowedAccountIds: '123456789012' };

onEachDatabase('the configuration of AWS auth', (world) => {
  const attachTo = async (body: object = {}) => {
    const machine = await newBareMachine(world());
    const { admin: as, params } = machine;
    return { ...machine, response: await world().call('attachAwsAuth', { as, params, body: { ...fields, ...body } }) };
  };

  it('is returned with its defaults, by attachAwsAuth and by getAwsAuth', async () => {
    const arns = 'arn:aws:iam::123456789012:role/a,arn:aws-us-gov:sts::123456789012:assumed-role/*';
    const { response, admin: as, params } = await attachTo({ allowedPrincipalArns: arns });
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    const { id, ...rest } = response.body.identityAwsAuth;
    expect(rest, id).to.deep.equal({
      identityId: params.identityId,
      type: 'iam',
      stsEndpoint: 'https://sts.amazonaws.com/',
      allowedPrincipalArns: arns.replace(',', ', '),
      allowedAccountIds: '123456789012',
      ...defaultTokenFields,
      accessTokenPeriod: 0,
    });
    expect((await world().call('getAwsAuth', { as, params })).body).to.deep.equal(response.body);
    const shown = await world().call('getIdentity', { as, params });
    expect(shown.body.identity.identity.authMethods).to.deep.equal(['aws-auth', 'token-auth']);
  });

  it('has to name accounts, roles or users', async () => {
    for (const empty of ['', ' , '])
      expectIssues((await attachTo({ allowedAccountIds: empty })).response, 'body allowedPrincipalArns invalid');
    for (const arn of ['*', 'arn:aws:iam::*:role/a', 'arn:aws:iam::123456789012:root', 'arn:aws:s3:::bucket'])
      expectIssues((await attachTo({ allowedPrincipalArns: arn })).response, 'body allowedPrincipalArns format');
    expectIssues(
      (await attachTo({ allowedAccountIds: '1234, 123456789012' })).response,
      'body allowedAccountIds format',
    );
  });

  it('accepts endpoints of AWS and those in ALLOW_HOSTS only', async () => {
    for (const stsEndpoint of ['https://sts.eu-west-1.amazonaws.com/', 'http://127.0.0.1:1/'])
      expect((await attachTo({ stsEndpoint })).response.status, stsEndpoint).to.equal(200);
    for (const stsEndpoint of [
      'https://10.0.0.1/',
      'https://sts.example.com/',
      'https://sts.amazonaws.com.example.com/',
    ])
      expectError((await attachTo({ stsEndpoint })).response, 400, 'BadRequest', /^stsEndpoint .*ALLOW_HOSTS/);
    expectIssues((await attachTo({ stsEndpoint: 'sts' })).response, 'body stsEndpoint format');
  });

  it('loses the list that is left out beside the other one, as the Terraform provider expects', async () => {
    const { admin: as, params } = await newMachine(world(), 'attachAwsAuth', {
      ...fields,
      allowedPrincipalArns: 'arn:aws:iam::123456789012:role/a',
    });
    const update = async (body: object) => {
      const { status, body: answer } = await world().call('updateAwsAuth', { as, params, body });
      expect(status, JSON.stringify(answer)).to.equal(200);
      const { allowedPrincipalArns, allowedAccountIds } = answer.identityAwsAuth;
      return [allowedPrincipalArns, allowedAccountIds];
    };
    expect(await update({ accessTokenTTL: 60 })).to.deep.equal(['arn:aws:iam::123456789012:role/a', '123456789012']);
    expect(await update({ allowedAccountIds: '123456789012,123456789013' })).to.deep.equal([
      '',
      '123456789012, 123456789013',
    ]);
    const empty = { allowedAccountIds: '' };
    expectError(await world().call('updateAwsAuth', { as, params, body: empty }), 400, 'BadRequest', /must name/);
  });

  it('is removed by revokeAwsAuth, and is then 404 everywhere', async () => {
    const { admin: as, params } = await newMachine(world(), 'attachAwsAuth', fields);
    expect((await world().call('revokeAwsAuth', { as, params })).status).to.equal(200);
    for (const operation of ['getAwsAuth', 'updateAwsAuth', 'revokeAwsAuth'] as const)
      expectError(await world().call(operation, { as, params, body: {} }), 404, 'NotFound', /no AWS auth/);
  });
});

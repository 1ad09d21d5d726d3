import { expect } from 'chai';
import { Canaries } from '../../support/expect/canaries.ts';
import { entriesWhere } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { boundFields, goodClaims, logInAs, logInWith, newOidcMachine } from '../../support/fixtures/oidc-auth.ts';
import { TestProvider } from '../../support/clients/oidc-provider.ts';
import { newProjectWithSecrets, newSecret } from '../../support/fixtures/project-secrets.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { listen } from '../../support/clients/streams.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

const ofTeam = { secretPath: '/{{identity.auth.oidc.claims.team}}' };
const rules = [
  { subject: 'secrets', action: ['describeSecret', 'readValue'], conditions: ofTeam },
  { subject: 'secret-event-subscriptions', action: 'subscribe-to-creation-events', conditions: ofTeam },
  { subject: 'identity', action: 'read' },
];

onEitherDatabase('claims of an OpenID provider in rules', (world) => {
  let provider: TestProvider;
  before(async () => {
    provider = await TestProvider.start();
  });
  after(() => provider.stop());

  /**
   * A project with a secret in the folder of each team, and an identity that may read the folder of the team in its
   * token.
   */
  const setting = async () => {
    const secrets = await newProjectWithSecrets(world(), ['/red', '/blue']);
    for (const secretPath of ['/red', '/blue']) await newSecret(world(), secrets, 'KEY', { secretPath });
    const identity = await world().newIdentity(secrets.organization, 'no-access');
    await addToProject(world(), secrets.project, identity, rules);
    const as = await world().newUser(secrets.organization, 'admin');
    await addToProject(world(), secrets.project, as, 'admin');
    const body = { ...boundFields(provider), claimMetadataMapping: { team: 'org.team' } };
    expect((await world().call('attachOidcAuth', { as, params: { identityId: identity.id }, body })).status).to.equal(
      200,
    );
    const tokenOf = async (team: string): Promise<string> =>
      (await logInAs(world(), provider, { identity }, { org: { team } })).body.accessToken;
    const read = (token: string, secretPath: string) =>
      world().call('getSecret', {
        as: { token },
        params: { secretName: 'KEY' },
        query: { projectId: secrets.project.id, environment: 'dev', secretPath },
      });
    return { ...secrets, identity, tokenOf, read };
  };

  it('grant access to each token by its claims, and not to other tokens of the same identity', async () => {
    const { identity, tokenOf, read } = await setting();
    const [red, blue, wild] = [await tokenOf('red'), await tokenOf('blue'), await tokenOf('*')];
    // Twice, because the computed rules are cached.
    for (let round = 0; round < 2; round += 1) {
      for (const [token, path, status] of [
        [red, '/red', 200],
        [red, '/blue', 403],
        [blue, '/blue', 200],
        [blue, '/red', 403],
        [wild, '/red', 403],
        [identity.token, '/red', 403],
      ] as const) {
        expect((await read(token, path)).status, `${path} in round ${round}`).to.equal(status);
      }
    }
    const renewed = await world().call('renewAccessToken', { body: { accessToken: red } });
    expect((await read(renewed.body.accessToken as string, '/red')).status, 'renewed').to.equal(200);
  });

  it('grant access to event streams', async () => {
    const secrets = await setting();
    const streams = [];
    for (const team of ['red', 'blue'])
      streams.push(
        await listen(world(), { token: await secrets.tokenOf(team) }, secrets.project.id, [{ event: 'secret:create' }]),
      );
    for (const secretPath of ['/red', '/blue', '/red'])
      await newSecret(world(), secrets, `NEW_${crypto.randomUUID().slice(0, 8).toUpperCase()}`, { secretPath });
    const received = await Promise.all(
      streams.map(async (stream) => (await stream.received()).map((line) => line.split(' ')[1])),
    );
    expect(received).to.deep.equal([['dev:/red', 'dev:/red'], ['dev:/blue']]);
    for (const stream of streams) stream.response.destroy();
  });

  it('are explained to their own token, and unknown for others', async () => {
    const { project, admin, identity, tokenOf } = await setting();
    const ask = async (as: { token: string }) => {
      const object = { environment: 'dev', secretPath: '/red', secretName: 'KEY' };
      const { body } = await world().call('explainAccess', {
        as,
        params: { projectId: project.id },
        body: { actorType: 'identity', actorId: identity.id, subject: 'secrets', action: 'readValue', object },
      });
      return body.isAllowed as boolean;
    };
    expect(await ask({ token: await tokenOf('red') })).to.equal(true);
    expect(await ask({ token: await tokenOf('blue') })).to.equal(false);
    expect(await ask(admin)).to.equal(false);
  });

  it('can have any value for callers who attach a provider, who therefore need all permissions', async () => {
    const { organization, project, identity } = await setting();
    const role = await world().newRole(organization, [{ subject: 'identity', action: ['edit-auth'] }]);
    const params = { identityId: identity.id };
    for (const [conditions, status] of [
      [{ secretPath: '/red' }, 403],
      [undefined, 200],
    ] as const) {
      const as = await world().newUser(organization, role);
      await addToProject(world(), project, as, [
        { subject: 'secrets', action: ['describeSecret', 'readValue'], ...(conditions && { conditions }) },
        { subject: 'secret-event-subscriptions', action: 'subscribe-to-creation-events' },
        { subject: 'identity', action: 'read' },
      ]);
      const response = await world().call('updateOidcAuth', { as, params, body: { accessTokenTTL: 5 } });
      expect(response.status, JSON.stringify(response.body)).to.equal(status);
    }
  });
});

onEitherDatabase('tokens of an OpenID provider', (world) => {
  it('do not appear in responses, logs and the audit log, nor do their unused claims', async () => {
    const provider = await TestProvider.start();
    const canaries = new Canaries();
    const machine = await newOidcMachine(world(), provider, { boundClaims: { ref: 'main' } });
    const tokens: string[] = [];
    const answers: string[] = [];
    const attempt = async (jwt: string): Promise<number> => {
      tokens.push(jwt);
      const response = await logInWith(world(), machine, jwt);
      answers.push(JSON.stringify(response.body));
      return response.status;
    };
    const good = (claims: object = {}) =>
      provider.sign(goodClaims(world(), provider, { ref: 'main', note: canaries.plant('a claim'), ...claims }));
    expect(await attempt(await good())).to.equal(200);
    for (const claims of [
      { ref: canaries.plant('a wrong claim') },
      { exp: 1 },
      { aud: canaries.plant('a wrong audience') },
      { iss: canaries.plant('a wrong issuer') },
    ])
      expect(await attempt(await good(claims))).to.equal(401);
    expect(await attempt(`${await good()}x`)).to.equal(401);
    expect(await attempt(canaries.plant('no token'))).to.equal(401);
    await provider.stop();
    const seen = [
      ...answers,
      world().logged(),
      JSON.stringify(await entriesWhere(world(), { actorId: machine.identity.id })),
    ].join('\n');
    expect(canaries.foundIn(seen)).to.deep.equal([]);
    for (const token of tokens)
      for (const part of token.split('.').filter(({ length }) => length > 60))
        expect(seen.includes(part.slice(0, 60)) && part, 'a part of a token').to.equal(false);
    expectError(await logInWith(world(), machine, 'x'), 401, 'UnauthorizedError');
  });
});

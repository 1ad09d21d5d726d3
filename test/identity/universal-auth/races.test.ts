import { expect } from 'chai';
import { logIn, newMachine, newSecret, type Machine } from '../../support/fixtures/universal-auth.ts';
import { newStorage, ownWorld, type World } from '../../support/world/world.ts';

describe('logins with universal auth during other changes, on two nodes [postgres]', () => {
  let nodes: readonly [World, World];

  before(async () => {
    const storage = await newStorage('postgres');
    nodes = [await ownWorld(storage), await ownWorld(storage)];
  });

  const isValid = async (token: string): Promise<boolean> =>
    (await nodes[0].call('listOrganizations', { as: { token } })).status === 200;

  type End = (machine: Machine, clientSecretId: string) => Promise<{ status: number }>;
  const ends: readonly (readonly [title: string, end: End])[] = [
    [
      'the client secret is revoked',
      ({ admin, params }, clientSecretId) =>
        nodes[0].call('revokeClientSecret', { as: admin, params: { ...params, clientSecretId } }),
    ],
    ['universal auth is removed', ({ admin, params }) => nodes[0].call('revokeUniversalAuth', { as: admin, params })],
  ];

  for (const [title, end] of ends)
    it(`fail, or lose their token, if ${title} at the same time`, async () => {
      for (let round = 0; round < 3; round += 1) {
        const machine = await newMachine(nodes[0]);
        const { id, secret } = await newSecret(nodes[0], machine);
        const logins = Array.from({ length: 12 }, (_, index) => logIn(nodes[index % 2]!, machine.clientId, secret));
        const [ended, ...responses] = await Promise.all([end(machine, id), ...logins]);
        expect(ended.status).to.equal(200);
        for (const { status, body } of responses) {
          expect(status).to.be.oneOf([200, 401]);
          if (status === 200) expect(await isValid(body.accessToken!)).to.equal(false);
        }
      }
    });
});

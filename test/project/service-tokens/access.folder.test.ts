import { expect } from 'chai';
import { expectIssues } from '../../support/expect/expect.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { inDev, namesIn, newToken, newTokenSetting } from '../../support/fixtures/service-tokens.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('the access of a service token', (world) => {
  describe('with the scope of one folder', () => {
    const single = async (secretPath: string) => {
      const setting = await newTokenSetting(world());
      return { ...setting, as: await newToken(world(), setting, { scopes: [inDev(secretPath)] }) };
    };

    it('reads this folder, whatever the query says', async () => {
      const { as, project } = await single('/app');
      const foreign = await newTokenSetting(world());
      for (const query of [{}, { environment: 'prod', secretPath: '/' }, { environment: 'none' }]) {
        expect(namesIn(await world().call('listSecrets', { as, query })), JSON.stringify(query)).to.equal('APP');
        expect(
          namesIn(await world().call('listSecrets', { as, query: { ...query, projectId: foreign.project.id } })),
        ).to.equal('APP');
        expect(namesIn(await world().call('listRawSecrets', { as, query }))).to.equal('APP');
        expect(
          namesIn(await world().call('listRawSecrets', { as, query: { ...query, workspaceSlug: 'none' } })),
        ).to.equal('APP');
        expect(
          (
            await world().call('getSecret', {
              as,
              params: { secretName: 'APP' },
              query: { ...query, projectId: project.id },
            })
          ).body.secret.secretValue,
        ).to.equal('value of APP');
        expect(
          (await world().call('getRawSecret', { as, params: { secretName: 'APP' }, query })).body.secret.secretValue,
        ).to.equal('value of APP');
        expect((await world().call('getRawSecret', { as, params: { secretName: 'PROD' }, query })).status).to.equal(
          404,
        );
      }
      expectIssues(await world().call('getSecret', { as, params: { secretName: 'APP' } }), 'query projectId required');
    });

    it('uses the folder of the query if the scope is a pattern', async () => {
      const { as, project } = await single('/app/**');
      expectIssues(await world().call('listSecrets', { as }), 'query projectId required', 'query environment required');
      expectIssues(
        await world().call('listRawSecrets', { as, query: { workspaceId: project.id } }),
        'query environment required',
      );
      expect(
        namesIn(
          await world().call('listSecrets', {
            as,
            query: { projectId: project.id, environment: 'dev', secretPath: '/app/deep' },
          }),
        ),
      ).to.equal('DEEP');
    });

    it('does not apply to users and machine identities', async () => {
      const { admin, ...setting } = await single('/app');
      for (const as of [admin, await newProjectIdentity(world(), setting, 'admin')]) {
        expectIssues(
          await world().call('listSecrets', { as }),
          'query projectId required',
          'query environment required',
        );
        expectIssues(
          await world().call('getRawSecret', {
            as,
            params: { secretName: 'APP' },
            query: { workspaceId: setting.project.id },
          }),
          'query environment required',
        );
      }
    });
  });
});

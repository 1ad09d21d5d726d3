import { expect } from 'chai';
import { createStores } from '../../../src/stores.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { addThroughGroup, granter, privilegeSetting } from '../../support/fixtures/privileges.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEachDatabase('createPrivilege', (world) => {
  const setting = () => privilegeSetting(world());

  it('is allowed for callers who may edit the identity', async () => {
    const { create, newMember, identity, stored } = await setting();
    for (const role of [
      'viewer',
      'no-access',
      [{ subject: 'identity', action: ['read', 'assign-additional-privileges'] }],
    ]) {
      expectError(await create({}, await newMember(role)), 403, 'PermissionDenied', /edit machine identities/);
    }
    const others = [
      {
        subject: 'identity',
        action: ['edit', 'assign-additional-privileges'],
        conditions: { identityId: { $ne: identity.id } },
      },
    ];
    expectError(
      await create({}, await newMember([...others, { subject: 'secrets', action: 'read' }])),
      403,
      'PermissionDenied',
      /edit machine identities/,
    );
    // They do not learn who is a member of the project.
    expectError(await create({ identityId: 'x' }, await newMember('viewer')), 403, 'PermissionDenied');
    expect(await stored()).to.deep.equal([]);
  });

  it('requires the permission to assign the granted privileges', async () => {
    const { create, newMember, identity } = await setting();
    const secrets = { subject: 'secrets', action: 'read' };
    const tags = { subject: 'tags', action: ['read', 'create'] };
    const assigning = (conditions: object, inverted = false) => ({
      subject: 'identity',
      action: 'assign-additional-privileges',
      conditions: conditions as Record<string, unknown>,
      inverted,
    });
    const caller = (...rules: object[]) =>
      newMember([{ subject: 'identity', action: 'edit' }, secrets, tags, ...rules] as never);

    expectError(
      await create({}, await newMember('member')),
      403,
      'PermissionDenied',
      /assign additional privileges to machine identities/,
    );
    expectError(
      await create({ permissions: [] }, await newMember('member')),
      403,
      'PermissionDenied',
      /assign additional privileges to machine identities/,
    );
    const refused = async (as: { token: string }, ...permissions: object[]) =>
      expectError(
        await create({ permissions }, as),
        403,
        'PermissionDenied',
        /assign additional privileges to machine identities/,
      );
    const granted = async (as: { token: string }, ...permissions: object[]) =>
      expect((await create({ permissions }, as)).status).to.equal(200);

    const onlyThis = await caller(assigning({ identityId: identity.id }));
    await granted(onlyThis, secrets, tags);
    await refused(await caller(assigning({ identityId: 'x' })), secrets);

    const onlySecrets = await caller(assigning({ assignableSubject: 'secrets' }));
    await granted(onlySecrets, secrets);
    await refused(onlySecrets, secrets, tags);

    const onlyReading = await caller(assigning({ assignableAction: { $in: ['tags:read', 'secrets:read'] } }));
    await granted(onlyReading, secrets, { subject: 'tags', action: 'read' });
    await granted(onlyReading, { subject: 'secrets', action: ['readValue', 'describeSecret'] });
    await refused(onlyReading, tags);

    // An older action name cannot bypass a deny, nor vice versa.
    const noValues = await caller(assigning({}), assigning({ assignableAction: 'secrets:readValue' }, true));
    await refused(noValues, secrets);
    await granted(noValues, { subject: 'secrets', action: 'describeSecret' });
    await refused(await caller(assigning({}), assigning({ assignableAction: 'secrets:read' }, true)), {
      subject: 'secrets',
      action: 'describeSecret',
    });
    // Nor can it exceed an allow.
    const allButValues = await caller(assigning({ assignableAction: { $ne: 'secrets:readValue' } }));
    await refused(allButValues, { subject: 'secrets', action: 'readValue' });
    await granted(allButValues, { subject: 'secrets', action: 'describeSecret' });
    await refused(await caller(assigning({ assignableAction: { $ne: 'secrets:read' } })), {
      subject: 'secrets',
      action: 'describeSecret',
    });
  });

  it('refuses permissions that the caller does not have', async () => {
    const { create, newMember, stored } = await setting();
    const as = await newMember(
      granter({
        subject: 'secrets',
        action: 'read',
        conditions: { environment: 'dev', secretPath: { $glob: '/a/**' } },
      }),
    );
    const below = {
      subject: 'secrets',
      action: ['readValue'],
      conditions: { environment: 'dev', secretPath: { $glob: '/a/b/**' } },
    };
    expect((await create({ permissions: [below] }, as)).status).to.equal(200);
    const wider = { subject: 'secrets', action: ['readValue'], conditions: { environment: 'dev' } };
    const refused = await create({ permissions: [below, wider, { subject: 'tags', action: 'read' }] }, as);
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).to.deep.equal([
      { action: 'readValue', subject: 'secrets', conditions: { environment: 'dev' } },
      { action: 'read', subject: 'tags' },
    ]);
    expect(await stored()).to.have.length(1);
    // A deny grants nothing.
    expect(
      (await create({ permissions: [{ subject: 'secrets', action: 'delete', inverted: true }] }, as)).status,
    ).to.equal(200);
  });

  it('checks templates with the fields of the recipient', async () => {
    const { create, newMember, identity, organization } = await setting();
    const as = await newMember(granter({ subject: 'secrets', action: 'read', conditions: { environment: 'dev' } }));
    const permissions = [
      { subject: 'secrets', action: 'readValue', conditions: { environment: '{{identity.metadata.env}}' } },
    ];
    expectError(await create({ permissions }, as), 403, 'PermissionBoundaryError');
    const { database, ids, stores } = world().server.parts;
    const { id: membershipId } = (await stores.memberships.findOfIdentity(organization.id, identity.id))!;
    const setEnvironment = (value: string) =>
      database.transaction(ofInstance, ({ db }) =>
        createStores(db).memberships.replaceMetadata(membershipId, [
          { id: ids.uuid(), membershipId, key: 'env', value },
        ]),
      );
    await setEnvironment('prod');
    expectError(await create({ permissions }, as), 403, 'PermissionBoundaryError');
    await setEnvironment('dev');
    expect((await create({ permissions }, as)).status).to.equal(200);
  });

  it('is allowed for members of the project', async () => {
    const { create, organization } = await setting();
    expectError(await create({}, await world().newUser(organization, 'admin')), 403, 'ProjectMembershipNotFound');
    const outsider = await newProjectWithAdmin(world());
    expectError(await create({}, outsider.admin), 404, 'NotFound');
  });

  it('requires a direct membership of the identity', async () => {
    const { create, organization, project, ...rest } = await setting();
    const outside = await world().newIdentity(organization, 'admin');
    expectError(await create({ identityId: outside.id }), 404, 'NotFound', /identity/i);
    const grouped = await world().newIdentity(organization, 'no-access');
    await addThroughGroup(world(), { organization, project, ...rest }, grouped);
    expectError(await create({ identityId: grouped.id }), 400, 'BadRequest', /group/i);
    const foreign = await privilegeSetting(world());
    expectError(await create({ identityId: foreign.identity.id }), 404, 'NotFound', /identity/i);
    expectError(await create({ projectId: foreign.project.id }), 404, 'NotFound', /project/i);
  });
});

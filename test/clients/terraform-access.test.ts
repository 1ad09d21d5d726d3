import { expect } from 'chai';
import { expectFields, expectStatus, newClient, sendAs } from '../support/clients/sender.ts';
import { onEitherDatabase } from '../support/world/cases.ts';

const rules = [
  {
    action: ['describeSecret', 'readValue'],
    conditions: { environment: { $eq: 'dev' }, secretPath: { $eq: '/' } },
    inverted: false,
    subject: 'secrets',
  },
];

/**
 * A permanent role as the provider sends it: with empty fields of a temporary role, and a time with nanoseconds.
 */
const roles = (role: string) => [
  {
    role,
    isTemporary: false,
    temporaryMode: '',
    temporaryRange: '',
    temporaryAccessStartTime: '2026-11-16T15:15:24.479463836Z',
  },
];

onEitherDatabase('the requests of the Terraform provider for projects and their members', (world) => {
  const setting = async () => {
    const client = await newClient(world());
    return {
      ...client,
      send: sendAs(world(), 'terraform', client.admin.token),
      ofProject: sendAs(world(), 'terraform', client.token),
    };
  };

  it('manage a project: create, read by id, update, delete by slug, and 404 afterwards', async () => {
    const { send } = await setting();
    const body = {
      projectName: 'Made',
      projectDescription: 'First',
      slug: 'made-by-terraform',
      organizationSlug: '',
      type: 'secret-manager',
      shouldCreateDefaultEnvs: true,
      hasDeleteProtection: false,
    };
    const { project } = expectStatus(await send('POST', '/api/v2/workspace', body), 200);
    const byId = () => send('GET', `/api/v1/workspace/${project.id}`);
    expectFields(expectStatus(await byId(), 200).workspace, {
      id: 'string',
      name: 'string',
      slug: 'string',
      description: 'string or null',
      hasDeleteProtection: 'boolean',
      environments: 'list',
    });
    expectStatus(
      await send('PATCH', `/api/v1/projects/${project.id}`, {
        projectId: project.id,
        slug: project.slug,
        name: 'Made',
        description: 'Second',
        hasDeleteProtection: false,
      }),
      200,
    );
    expect(expectStatus(await byId(), 200).workspace.description).to.equal('Second');
    expectStatus(await send('DELETE', `/api/v2/workspace/${project.slug}`), 200);
    expectStatus(await byId(), 404);
  });

  it('manage an identity with tokens: create, update, revoke, delete, and 404 afterwards', async () => {
    const { send, organization } = await setting();
    const metadata = [{ key: 'team', value: 'payments' }];
    const { identity } = expectStatus(
      await send('POST', '/api/v1/identities', {
        name: 'Made',
        hasDeleteProtection: false,
        organizationId: organization.id,
        role: 'member',
        metadata,
      }),
      200,
    );
    const path = `/api/v1/auth/token-auth/identities/${identity.id}`;
    expectStatus(
      await send('POST', path, { identityId: identity.id, accessTokenTTL: 3600, accessTokenMaxTTL: 7200 }),
      200,
    );
    const { tokenData } = expectStatus(
      await send('POST', `${path}/tokens`, { identityId: identity.id, name: 'First' }),
      200,
    );
    expectStatus(
      await send('PATCH', `/api/v1/auth/token-auth/tokens/${tokenData.id}`, { tokenId: tokenData.id, name: 'Second' }),
      200,
    );
    expect(expectStatus(await send('GET', `/api/v1/auth/token-auth/tokens/${tokenData.id}`), 200).token.name).to.equal(
      'Second',
    );
    const changed = {
      identityId: identity.id,
      accessTokenTrustedIps: [{ ipAddress: '0.0.0.0/0' }, { ipAddress: '::/0' }],
      accessTokenTTL: 1800,
      accessTokenMaxTTL: 7200,
    };
    expect(expectStatus(await send('PATCH', path, changed), 200).identityTokenAuth).to.include({
      accessTokenTTL: 1800,
    });
    expectStatus(
      await send('PATCH', `/api/v1/identities/${identity.id}`, {
        identityId: identity.id,
        name: 'Made again',
        hasDeleteProtection: false,
        role: 'member',
        metadata,
      }),
      200,
    );
    expect(expectStatus(await send('GET', `/api/v1/identities/${identity.id}`), 200).identity.metadata[0]).to.include(
      metadata[0]!,
    );
    expectStatus(
      await send('POST', `/api/v1/auth/token-auth/tokens/${tokenData.id}/revoke`, {
        identityId: identity.id,
        tokenId: tokenData.id,
      }),
      200,
    );
    expectStatus(await send('DELETE', path, { identityId: identity.id }), 200);
    expectStatus(await send('DELETE', `/api/v1/identities/${identity.id}`, { identityId: identity.id }), 200);
    expectStatus(await send('GET', `/api/v1/identities/${identity.id}`), 404);
  });

  it('manage a project role in both API versions, which is read back as sent', async () => {
    const { project, ofProject } = await setting();
    const current = {
      ProjectId: project.id,
      slug: 'current',
      name: 'Current',
      description: 'First',
      permissions: rules,
    };
    const { role } = expectStatus(await ofProject('POST', `/api/v2/workspace/${project.id}/roles`, current), 200);
    expect(
      expectStatus(await ofProject('GET', `/api/v2/workspace/${project.id}/roles/slug/current`), 200).role
        .permissions[0],
    ).to.deep.include({ action: rules[0]!.action, conditions: rules[0]!.conditions });
    expectStatus(
      await ofProject('PATCH', `/api/v2/workspace/${project.id}/roles/${role.id}`, {
        ...current,
        RoleId: role.id,
        name: 'Current again',
      }),
      200,
    );
    expectStatus(await ofProject('DELETE', `/api/v2/workspace/${project.id}/roles/${role.id}`), 200);

    const permissions = [
      { action: 'read', subject: 'secrets', conditions: { environment: 'dev', secretPath: { $glob: '/' } } },
    ];
    const former = { projectSlug: project.slug, slug: 'former', name: 'Former', description: '', permissions };
    const made = expectStatus(await ofProject('POST', `/api/v1/workspace/${project.slug}/roles`, former), 200);
    expectStatus(
      await ofProject('PATCH', `/api/v1/workspace/${project.slug}/roles/${made.role.id}`, {
        ...former,
        roleId: made.role.id,
        name: 'Former again',
      }),
      200,
    );
    expectStatus(
      await ofProject('DELETE', `/api/v1/workspace/${project.slug}/roles/${made.role.id}`, {
        projectSlug: project.slug,
        roleId: made.role.id,
      }),
      200,
    );
  });

  it('manage project members: a user, an identity with a privilege, and a group', async () => {
    const { project, organization, send, ofProject } = await setting();
    const path = `/api/v2/workspace/${project.id}`;
    const { email } = await world().newUser(organization, 'member');
    expectStatus(await ofProject('POST', `${path}/memberships`, { projectId: project.id, usernames: [email] }), 200);
    const details = () =>
      ofProject('POST', `/api/v1/workspace/${project.id}/memberships/details`, {
        projectId: project.id,
        username: email,
      });
    const { membership } = expectStatus(await details(), 200);
    expectStatus(
      await ofProject('PATCH', `/api/v1/workspace/${project.id}/memberships/${membership.id}`, {
        projectId: project.id,
        membershipId: membership.id,
        roles: roles('viewer'),
      }),
      200,
    );
    expect(expectStatus(await details(), 200).membership.roles[0]).to.include({ role: 'viewer', isTemporary: false });
    expectStatus(await ofProject('DELETE', `${path}/memberships`, { projectId: project.id, usernames: [email] }), 200);

    const identityId = (await world().newIdentity(organization, 'member')).id;
    const membershipPath = `${path}/identity-memberships/${identityId}`;
    expectStatus(
      await ofProject('POST', membershipPath, { projectId: project.id, identityId, roles: roles('viewer') }),
      200,
    );
    expectStatus(
      await ofProject('PATCH', membershipPath, { projectId: project.id, identityId, roles: roles('member') }),
      200,
    );
    expect(expectStatus(await ofProject('GET', membershipPath), 200).identityMembership.roles[0]).to.include({
      role: 'member',
    });
    const type = {
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '2h',
      temporaryAccessStartTime: '2030-01-01T00:00:00Z',
    };
    const privilege = { projectId: project.id, identityId, slug: 'temporary', permissions: rules, type };
    const { privilege: made } = expectStatus(
      await ofProject('POST', '/api/v2/identity-project-additional-privilege', privilege),
      200,
    );
    expectFields(made, {
      id: 'string',
      slug: 'string',
      temporaryRange: 'string',
      temporaryAccessStartTime: 'time',
      temporaryAccessEndTime: 'time',
    });
    expectStatus(
      await ofProject('PATCH', `/api/v2/identity-project-additional-privilege/${made.id}`, {
        ID: made.id,
        slug: 'temporary',
        permissions: rules,
        type,
      }),
      200,
    );
    expectStatus(
      await ofProject('DELETE', '/api/v1/additional-privilege/identity', {
        projectSlug: project.slug,
        identityId,
        privilegeSlug: 'temporary',
      }),
      200,
    );
    expectStatus(await ofProject('DELETE', membershipPath, { projectId: project.id, identityId }), 200);

    const group = expectStatus(
      await send('POST', '/api/v1/groups', { name: 'Made', slug: 'made-by-terraform', role: 'no-access' }),
      200,
    );
    expectStatus(
      await send('PATCH', `/api/v1/groups/${group.id}`, {
        ID: group.id,
        name: 'Made again',
        slug: 'made-by-terraform',
        role: 'no-access',
      }),
      200,
    );
    expectStatus(
      await ofProject('POST', `${path}/groups/${group.id}`, {
        GroupIdOrName: group.id,
        projectId: project.id,
        roles: roles('viewer'),
      }),
      200,
    );
    expectStatus(
      await ofProject('PATCH', `${path}/groups/${group.id}`, {
        projectId: project.id,
        groupId: group.id,
        roles: roles('member'),
      }),
      200,
    );
    expectStatus(
      await ofProject('DELETE', `${path}/groups/${group.id}`, { projectId: project.id, groupId: group.id }),
      200,
    );
    expectStatus(await send('DELETE', `/api/v1/groups/${group.id}`), 200);
  });
});

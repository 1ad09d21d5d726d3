import { expect } from 'chai';
import type { OperationId } from '../../generated/operations.ts';
import type { Entry } from '../../src/console/audit/entry.ts';
import { linksOf } from '../../src/console/pages/audit/links.ts';
import { newProjectIdentity } from '../support/fixtures/projects.ts';
import { onDatabase } from '../support/world/world.ts';

onDatabase('sqlite', 'console: links of the audit log', (world) => {
  it('lead from an entry to everything that it speaks of and that still has a page', async () => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const call = async (id: OperationId, body: object, params: Record<string, string> = {}) => {
      const response = await world().call(id, { as: admin, params, body });
      expect(response.status, JSON.stringify(response.body)).to.equal(200);
      return response.body as any;
    };
    const { project } = await call('createProject', { projectName: 'Rocket', slug: `rocket-${admin.id.slice(0, 8)}` });
    const projectId = project.id as string;
    const row = { ...project, organizationId: organization.id };
    const identity = await newProjectIdentity(world(), { organization, project: row }, 'viewer');
    const { id: groupId } = await call('createGroup', { name: 'Crew', slug: 'rocket-crew', role: 'no-access' });
    await call('addIdentityToGroup', {}, { id: groupId, identityId: identity.id });
    await call('addProjectGroup', { roles: [{ role: 'viewer', isTemporary: false }] }, { projectId, groupId });
    await call('createPrivilege', {
      identityId: identity.id,
      projectId,
      permissions: [{ subject: 'tags', action: ['read'] }],
      type: { isTemporary: false },
    });
    await call(
      'createProjectRole',
      { slug: 'pilot', name: 'Pilot', permissions: [{ subject: 'tags', action: ['read'] }] },
      { projectId },
    );
    const configuration = {
      type: 'root',
      commonName: 'Root',
      keyAlgorithm: 'EC_prime256v1',
      notAfter: '2040-01-01T00:00:00Z',
    };
    const { id: caId } = await call('createCertificateAuthority', { projectId, name: 'root', configuration });
    const names = { commonName: 'web', altNames: 'web.example.com', ttl: '10d', keyAlgorithm: 'EC_prime256v1' };
    const { certificateId } = await call('issueCertificate', { caId, ...names });
    await call('deleteGroup', {}, { id: groupId });

    const { body } = await world().call('listAuditLogs', { as: admin });
    const entries = body.auditLogs as Entry[];
    const base = `/p/${project.slug}`;
    const linksIn = (type: string): string[] =>
      linksOf(
        entries.find(({ event }) => event.type === type)!,
        [project],
      )
        .map(({ label, href }) => `${label}: ${href}`)
        .slice(0, -1);
    const [rocket, machine] = [`Project Rocket: ${base}`, `/identities/${identity.id}`];
    const access = `Access to Rocket: ${base}/access`;
    expect(linksIn('add-identity-to-group')).to.deep.equal([
      `Machine identity: ${machine}`,
      `Group Crew: /groups/${groupId}`,
    ]);
    expect(linksIn('add-group-to-project')).to.deep.equal([
      `${access}/groups?member=${groupId}`,
      rocket,
      `Group Crew: /groups/${groupId}`,
    ]);
    expect(linksIn('create-identity-project-additional-privilege')).to.deep.equal([
      `${access}/identities?member=${identity.id}`,
      rocket,
      `Machine identity: ${machine}`,
    ]);
    expect(linksIn('create-project-role')).to.deep.equal([`Role Pilot: ${base}/roles/pilot`, rocket]);
    const authority = `${base}/certificates?authority=${caId}`;
    expect(linksIn('create-certificate-authority')).to.deep.equal([`Certificate authority root: ${authority}`, rocket]);
    expect(linksIn('issue-cert')).to.deep.equal([
      `Certificate web: ${base}/certificates?certificate=${certificateId}`,
      `Certificate authority: ${authority}`,
      rocket,
    ]);
    expect(linksIn('delete-group')).to.deep.equal([]);
    expect(linksOf(entries[0]!, []).at(-1)).to.deep.equal({
      label: `Person ${admin.email}`,
      href: `/people?user=${admin.id}`,
    });
  });
});

import { expect } from 'chai';
import { operations, type OperationId } from '../../generated/operations.ts';
import { eventTypes, isSecretRead, refusalOf } from '../../src/audit/events.ts';
import { auditLogSettled, entriesWhere } from '../support/expect/audit.ts';
import { operationOf, resolve, type Schema } from '../support/expect/contract.ts';
import { addToProject } from '../support/fixtures/projects.ts';
import { requestFor } from '../support/expect/requests.ts';
import { secretFields, withValueAt } from '../support/expect/secrets.ts';
import { createTestObjects, newAdmin, sharedObjects, type TestObjects } from '../support/fixtures/test-objects.ts';
import { shareOf } from '../support/world/cases.ts';
import { onEachDatabase } from '../support/world/world.ts';

const ids = Object.keys(operations) as OperationId[];
const audited = ids.filter((id) => operations[id].audit !== null);
const changes = ids.filter((id) => operations[id].method !== 'GET');

const refusable = changes.filter((id) => operations[id].audit !== null && !('none' in operations[id].permission));

const secretReads = audited.filter((id) => operations[id].method === 'GET' && isSecretRead(operations[id].audit!));

/** Operations that are not GET and leave no audit log entry, with the reason. */
const unaudited: Readonly<Partial<Record<OperationId, string>>> = {
  askOcspResponder: 'reads, with a request that may be too long for a URL',
  checkAuth: 'looks at the token and writes nothing',
  countIdentityMemberships: 'reads, with filters that are too much for a query',
  explainAccess: 'asks a question that is too much for a query',
  findProjectUser: 'reads',
  findWorkspaceUser: 'reads',
  inspectInvitation: 'reads, with a code that must not be in a URL',
  linkOrganizationGroup: 'refuses always',
  requestPasswordReset: 'answers before it does anything; the mail that it sends is recorded',
  adoptSingleSignOn:
    'takes over a session whose login was recorded; if that is not wanted, its end is recorded as a logout',
  refreshSession: 'issues a token of a session whose login was recorded',
  listAllowedActors: 'asks a question that is too much for a query',
  listReferringSecrets: 'asks about names that are too many for a query',
  searchIdentities: 'reads, with filters that are too much for a query',
  searchIdentityMemberships: 'reads, with filters that are too much for a query',
  sendMfaCode: 'refuses always',
  startLegacyLogin: 'refuses always',
  startPasskeyLogin: 'answers with a challenge, and stores nothing',
  subscribeToProjectEvents: 'listens, and writes nothing',
  unlinkOrganizationGroup: 'refuses always',
  updateInstanceConfig: 'accepts only what is so already',
};

/** Whether values of this schema may contain a secret value or a private key. */
const holdsSecrets = (given: Schema): boolean => {
  const schema = resolve(given);
  const parts: Schema[] = [
    schema.items,
    schema.additionalProperties,
    ...(schema.allOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.anyOf ?? []),
  ];
  return (
    Object.entries((schema.properties ?? {}) as Schema).some(
      ([name, child]) => ['secretValue', 'privateKey'].includes(name) || holdsSecrets(child as Schema),
    ) || parts.some((part) => typeof part === 'object' && holdsSecrets(part))
  );
};

const answersWithSecrets = (id: OperationId): boolean => {
  const { content } = resolve(operationOf(id).responses[200] ?? {}) as { content?: Schema };
  const schema = content?.['application/json']?.schema as Schema | undefined;
  return schema !== undefined && holdsSecrets(schema);
};

describe('the audit log in the contract', () => {
  it('has an event for every operation that returns secret values or a private key, and for refused reads of them', () => {
    expect(ids.filter((id) => answersWithSecrets(id) && operations[id].audit === null)).to.deep.equal([]);
    // Their fields named "value" and "password" hold secrets.
    expect(secretReads).to.have.members([
      ...ids.filter((id) => answersWithSecrets(id) && operations[id].method === 'GET'),
      'getSecretVersionValue',
      'getDynamicSecret',
      'getGeneratedCredentials',
    ]);
    for (const id of secretReads) expect(eventTypes).to.include(refusalOf(operations[id].audit!));
  });

  it('lists every refused read in the description of the log', () => {
    const { description } = operationOf('listAuditLogs') as { description: string };
    for (const id of secretReads) expect(description).to.include(`\`${refusalOf(operations[id].audit!)}\``);
  });

  it('has an event for every operation that may change data', () => {
    expect(changes.filter((id) => operations[id].audit === null)).to.have.members(Object.keys(unaudited));
  });

  it('lists every event by name, and every refusal', () => {
    for (const id of audited) expect(eventTypes).to.include(operations[id].audit!);
    for (const id of changes.filter((name) => operations[name].audit && !operations[name].isPublic))
      expect(eventTypes).to.include(refusalOf(operations[id].audit!));
  });
});

onEachDatabase('the audit log', (shared, kind) => {
  it('leaves no secret: canaries in every secret field, valid and invalid, do not appear in it', async () => {
    const planted: string[] = [];
    const objectsFor = sharedObjects(shared);
    for (const id of shareOf(ids, kind)) {
      const schema = operationOf(id).requestBody?.content['application/json']?.schema as Schema | undefined;
      for (const path of secretFields(schema)) {
        const objects = await objectsFor(id);
        planted.push(`canary${planted.length}x${'z'.repeat(12)}5`);
        const request = requestFor(id, objects);
        await shared().call(id, {
          as: await newAdmin(shared(), objects),
          ...request,
          body: withValueAt(request.body as Schema, path, planted.at(-1)),
        });
      }
    }
    expect(planted).not.to.be.empty;
    const log = JSON.stringify(await entriesWhere(shared(), {}));
    for (const secret of planted) expect(log.includes(secret), secret).to.equal(false);
  });
});

onEachDatabase('a refused request in the audit log', (world, kind) => {
  let objects: TestObjects;
  before(async () => {
    objects = await createTestObjects(world());
  });

  for (const id of shareOf(refusable, kind)) {
    it(`${id} leaves one entry ${refusalOf(operations[id].audit!)}`, async () => {
      const as = await world().newUser(objects.organization, 'no-access');
      const request = { as, ...requestFor(id, objects) };
      const response = await world().call(id, request);
      // The entry that is written first counts the other one.
      await auditLogSettled(world());
      const again = await world().call(id, request);
      const [entry, ...others] = await entriesWhere(world(), { actorId: as.id });
      // A request for an object that the caller cannot see is 404, which is not recorded as a refusal.
      if (response.status === 404) return expect(entry).to.equal(undefined);

      expect(response.status, JSON.stringify(response.body)).to.equal(403);
      expect(others).to.deep.equal([]);
      expect(entry).to.include({
        eventType: refusalOf(operations[id].audit!),
        operation: id,
        requestId: response.headers['x-request-id'],
        organizationId: objects.organization.id,
        actorType: 'user',
        ipAddress: '127.0.0.1',
        repeats: 1,
      });
      expect(entry!.eventMetadata.reasonCode).to.equal(again.body.error);
    });
  }

  for (const id of secretReads) {
    it(`${id} leaves one entry ${refusalOf(operations[id].audit!)} in the project, for a non-member and for a member without access`, async () => {
      const stranger = await world().newUser(objects.organization, 'admin');
      const powerless = await world().newIdentity(objects.organization, 'admin');
      await addToProject(world(), objects.project, powerless, 'no-access');
      for (const [as, reasonCode] of [
        [stranger, 'ProjectMembershipNotFound'],
        [powerless, 'PermissionDenied'],
      ] as const) {
        const request = { as, ...requestFor(id, objects) };
        const response = await world().call(id, request);
        expect(response.status, JSON.stringify(response.body)).to.equal(403);
        await auditLogSettled(world());
        await world().call(id, request);
        const [entry, ...others] = await entriesWhere(world(), { actorId: as.id });
        expect(others).to.deep.equal([]);
        expect(entry).to.include({
          eventType: refusalOf(operations[id].audit!),
          operation: id,
          requestId: response.headers['x-request-id'],
          organizationId: objects.organization.id,
          projectId: objects.project.id,
          repeats: 1,
        });
        expect(entry!.eventMetadata).to.include({ reasonCode });
        expect(Object.keys(entry!.eventMetadata.target as object)).to.include.members(
          Object.keys(request.params ?? {}),
        );
      }
    });
  }
});

import { expect } from 'chai';
import { operations, type OperationId, type Permission } from '../../generated/operations.ts';
import { permissionProblems } from '../../scripts/permissions.mjs';
import { actionPhrase } from '../../src/access/action-phrases.ts';
import { Abilities, noAbility } from '../../src/access/abilities.ts';
import { CallerAccess } from '../../src/access/access.ts';
import { PermissionCheck } from '../../src/http/permission.ts';
import { contract, operationOf } from '../support/expect/contract.ts';
import type { TestIdentity } from '../support/world/members.ts';
import { addToProject, newProjectIdentity } from '../support/fixtures/projects.ts';
import { requestFor } from '../support/expect/requests.ts';
import { createTestObjects, type TestObjects } from '../support/fixtures/test-objects.ts';
import { onEitherDatabase } from '../support/world/cases.ts';

const ids = Object.keys(operations) as OperationId[];
const onRows = ids.filter((id) => 'on' in operations[id].permission);

const namesIn = (permission: Permission): readonly string[] => {
  if ('project' in permission) return [permission.project, ...(permission.or ?? [])];
  return 'organization' in permission ? [permission.organization, ...(permission.or ?? [])] : [];
};

/** The beginning of the error message for a missing permission. */
const refusalOf = (name: string): string => {
  const [subject, action] = name.split(':') as [string, string];
  return `not allowed to ${actionPhrase(action, subject)}`;
};

/** Permissions on the same secret that an operation checks before the one in the contract. */
const askedBefore: Readonly<Partial<Record<OperationId, readonly string[]>>> = {
  moveSecrets: ['readValue'],
  duplicateSecrets: ['describeSecret', 'readValue'],
  getSecretById: ['describeSecret'],
  getRawSecretById: ['describeSecret'],
};

/** As in Infisical, this is 404 without the permission. */
const isHidden = (id: OperationId): boolean => id === 'getWebhook';

onEitherDatabase('a permission in the contract', (world) => {
  let objects: TestObjects;
  let stranger: TestIdentity;
  before(async () => {
    objects = await createTestObjects(world());
    stranger = await world().newIdentity(objects.organization, 'no-access');
    await addToProject(world(), objects.project, stranger, 'no-access');
  });

  const callerOf = async (id: OperationId): Promise<{ token: string }> => {
    const action = askedBefore[id];
    if (action) return newProjectIdentity(world(), objects, [{ subject: 'secrets', action: [...action] }]);
    if (operations[id].actors.includes('identity')) return stranger;
    const user = await world().newUser(objects.organization, 'no-access');
    await addToProject(world(), objects.project, user, 'no-access');
    return user;
  };

  for (const id of ids.filter((name) => namesIn(operations[name].permission).length > 0)) {
    it(`is required by ${id}`, async () => {
      const { status, body } = await world().call(id, { as: await callerOf(id), ...requestFor(id, objects) });
      expect(status, JSON.stringify(body)).to.equal(isHidden(id) ? 404 : 403);
      if (isHidden(id)) return;
      const refusals = namesIn(operations[id].permission).map(refusalOf);
      expect(
        refusals.some((refusal) => (body.message as string).includes(refusal)),
        body.message as string,
      ).to.equal(true);
    });
  }

  for (const id of ids.filter((name) => 'instance' in operations[name].permission)) {
    it(`is required by ${id}`, async () => {
      const { status } = await world().call(id, { as: objects.admin, ...requestFor(id, objects) });
      expect(status).to.equal(403);
    });
  }
});

describe('an operation whose permission depends on a row', () => {
  const actor = { type: 'user', id: '', organization: undefined } as never;
  const accessFor = ({ expected }: PermissionCheck) =>
    new CallerAccess({ abilities: new Abilities() } as never, actor, { ability: noAbility, expected });

  it('exists', () => {
    expect(onRows).to.include.members(['getSecret', 'updateSecret', 'getCertificate', 'getAccessUsage']);
  });

  for (const id of onRows) {
    it(`${id} cannot answer before it is authorized`, () => {
      const check = new PermissionCheck(id, operations[id]);
      const access = accessFor(check);
      expect(() => check.after(access)).to.throw(`${id} answered without asking for`);
      access.note('read', 'another-subject');
      expect(() => check.after(access)).to.throw();
      for (const name of namesIn(operations[id].permission)) {
        const [subject, action] = name.split(':') as [string, string];
        const asking = accessFor(check);
        asking.note(action, subject);
        expect(() => check.after(asking)).not.to.throw();
      }
    });
  }
});

describe('the generator', () => {
  const problemsWith = (id: OperationId, permission: object | undefined, others: object = {}): string[] => {
    const item = contract.paths[operations[id].path] as object;
    return permissionProblems(contract, item, { ...operationOf(id), ...others, 'x-permission': permission });
  };

  it('accepts every permission of the contract', () => {
    for (const id of ids) expect(problemsWith(id, operations[id].permission), id).to.deep.equal([]);
  });

  it('refuses an operation without a permission, or with two', () => {
    expect(problemsWith('listTags', undefined)[0]).to.match(/needs x-permission/);
    expect(problemsWith('listTags', {})[0]).to.match(/needs x-permission/);
    expect(problemsWith('listTags', { project: 'tags:read', none: 'Why not.' })[0]).to.match(/needs x-permission/);
    expect(problemsWith('listTags', { instance: 'member' })[0]).to.match(/needs x-permission/);
  });

  it('refuses a permission for more of a response if another one is required, or if it is unknown', () => {
    const reason = 'It lists only what the caller may see.';
    expect(problemsWith('listAuditLogs', { none: reason, more: 'audit-logs:read' })).to.deep.equal([]);
    for (const permission of [
      { none: reason, more: 'audit-logs:look' },
      { instance: 'admin', more: 'audit-logs:read' },
    ])
      expect(problemsWith('listAuditLogs', permission)[0]).to.match(/`more` only with `none`/);
  });

  it('refuses an unknown subject or action', () => {
    for (const name of ['tag:read', 'tags:look', 'tags', 'project:create'])
      expect(problemsWith('listTags', { project: name })[0], name).to.match(/is no action of a subject of the project/);
    expect(problemsWith('listGroups', { organization: 'tags:read' })[0]).to.match(/subject of the organization/);
    expect(problemsWith('getSecret', { project: 'secrets:readValue', or: ['secrets:look'], on: 'row' })[0]).to.match(
      /asks for secrets:look/,
    );
  });

  it('refuses what the server cannot check', () => {
    expect(problemsWith('getCertificate', { project: 'certificates:read' })[0]).to.match(/names no project/);
    expect(problemsWith('listTags', { project: 'tags:read', by: 'tagId' })[0]).to.match(/no required parameter tagId/);
    expect(problemsWith('listTags', { project: 'tags:read', on: 'column' })[0]).to.match(/on: row/);
    expect(problemsWith('listTags', { project: 'tags:read', or: ['tags:edit'] })[0]).to.match(/only with on: row/);
    expect(problemsWith('listTags', { project: 'tags:read', to: 'all' })[0]).to.match(/unknown key to/);
    expect(problemsWith('listTags', { project: 'tags:read' }, { security: [] })[0]).to.match(/is public/);
  });
});

import type { Period } from '../../../src/access/granted.ts';
import type { Response } from 'supertest';
import type { OperationId } from '../../../generated/operations.ts';
import { newEnvironments } from '../../support/fixtures/environments.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { addToProject, newProjectWithAdmin, type TestProject } from '../../support/fixtures/projects.ts';
import { newTag } from '../../support/fixtures/tags.ts';
import type { CallOptions, World } from '../../support/world/world.ts';
import { paths } from './rules.ts';
import type { Step } from './steps.ts';
import type { AssignedRole, ModelSecret, ModelWorld } from './world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

type Call = readonly [OperationId, Omit<CallOptions, 'as'>];

const typeOf = ({ isTemporary, temporaryMode, temporaryRange, temporaryAccessStartTime }: Period) =>
  isTemporary ? { isTemporary, temporaryMode, temporaryRange, temporaryAccessStartTime } : { isTemporary };

const listMetadata = (metadata: Readonly<Record<string, string>>) =>
  Object.entries(metadata).map(([key, value]) => ({ key, value }));

/** A state of the model on a real server: maps the names of the model to the operations of the server. */
export class ModelServer {
  readonly #world: World;
  readonly #setting: TestProject;
  /** The server's ids by those of the model; those of privileges include the member. */
  readonly #ids = new Map<string, string>();
  readonly #tokens = new Map<string, string>();

  private constructor(world: World, setting: TestProject) {
    this.#world = world;
    this.#setting = setting;
  }

  /** Creates a project in this state as its administrator. */
  static async start(world: World, model: ModelWorld): Promise<ModelServer> {
    const server = new ModelServer(world, await newProjectWithAdmin(world));
    await server.#createNames(model);
    await server.#createMembers(model);
    await server.#createGroups(model);
    for (const [id, secret] of Object.entries(model.secrets)) await server.#createSecret(model, id, secret);
    return server;
  }

  /** Attempts the step as its actor. */
  async attempt(model: ModelWorld, step: Exclude<Step, { kind: 'wait' }>): Promise<Response> {
    const answer = await this.#call(this.#callOf(model, step), step.actor);
    if (step.kind === 'create-privilege' && answer.status === 200)
      this.#ids.set(`${step.member} ${step.privilege}`, answer.body.privilege.id as string);
    return answer;
  }

  /** What a member sees of a secret at the current time. */
  async visibilityOf(
    model: ModelWorld,
    member: string,
    secret: ModelSecret,
  ): Promise<'value' | 'description' | 'nothing'> {
    const query = {
      projectId: this.#projectId,
      environment: model.environments[secret.environment]!,
      secretPath: secret.path,
    };
    const { status, body } = await this.#call(['getSecret', { params: { secretName: secret.name }, query }], member);
    if (status === 403) return 'nothing';
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body.secret.secretValueHidden ? 'description' : 'value';
  }

  get #projectId(): string {
    return this.#setting.project.id;
  }

  #call([operation, options]: Call, member?: string): Promise<Response> {
    return this.#world.call(operation, {
      ...options,
      as: member === undefined ? this.#setting.admin : { token: this.#tokens.get(member)! },
    });
  }

  async #make(call: Call): Promise<any> {
    const { status, body } = await this.#call(call);
    if (status !== 200) throw new Error(`${call[0]}: ${status} ${JSON.stringify(body)}`);
    return body;
  }

  #id(model: string): string {
    return this.#ids.get(model)!;
  }

  #rolesBody(model: ModelWorld, roles: readonly AssignedRole[]) {
    return { roles: roles.map(({ role, period }) => ({ role: model.roles[role]!.slug, ...typeOf(period) })) };
  }

  #callOf(model: ModelWorld, step: Exclude<Step, { kind: 'wait' }>): Call {
    const projectId = this.#projectId;
    const inProject = (id: string) => ({ projectId, id: this.#id(id) });
    switch (step.kind) {
      case 'create-privilege':
        return [
          'createPrivilege',
          {
            body: { projectId, identityId: this.#id(step.member), permissions: step.rules, type: typeOf(step.period) },
          },
        ];
      case 'change-privilege':
        return [
          'updatePrivilege',
          {
            params: { id: this.#id(`${step.member} ${step.privilege}`) },
            body: { permissions: step.rules, type: typeOf(step.period) },
          },
        ];
      case 'delete-privilege':
        return ['deletePrivilege', { params: { id: this.#id(`${step.member} ${step.privilege}`) } }];
      case 'assign-roles':
        return [
          'updateProjectIdentity',
          { params: { projectId, identityId: this.#id(step.member) }, body: this.#rolesBody(model, step.roles) },
        ];
      case 'assign-group-roles':
        return [
          'updateProjectGroupRoles',
          { params: { projectId, groupId: this.#id(step.group) }, body: this.#rolesBody(model, step.roles) },
        ];
      case 'change-role':
        return [
          'updateProjectRole',
          { params: { projectId, projectRoleId: this.#id(step.role) }, body: { permissions: step.rules } },
        ];
      case 'join-group':
      case 'leave-group':
        return [
          step.kind === 'join-group' ? 'addIdentityToGroup' : 'removeIdentityFromGroup',
          { params: { id: this.#id(step.group), identityId: this.#id(step.member) } },
        ];
      case 'rename-environment':
        return ['updateEnvironment', { params: inProject(step.id), body: { slug: step.to } }];
      case 'rename-tag':
        return ['updateTag', { params: { projectId, tagId: this.#id(step.id) }, body: { slug: step.to } }];
      case 'delete-tag':
        return ['deleteTag', { params: { projectId, tagId: this.#id(step.id) } }];
      case 'rename-role':
        return [
          'updateProjectRole',
          { params: { projectId, projectRoleId: this.#id(step.id) }, body: { slug: step.to } },
        ];
      case 'rename-group':
        return ['updateGroup', { params: { id: this.#id(step.id) }, body: { name: step.to } }];
      case 'change-values':
        return [
          'updateProjectOwnedIdentity',
          {
            params: { projectId, identityId: this.#id(step.member) },
            body: { name: step.name, metadata: listMetadata(step.metadata) },
          },
        ];
      case 'relabel-secret':
        return this.#relabelling(model, model.secrets[step.secret]!, step.name, step.tags);
      case 'move-secret': {
        const { environment, path } = model.secrets[step.secret]!;
        const source = { sourceEnvironment: model.environments[environment]!, sourceSecretPath: path };
        const destination = {
          destinationEnvironment: model.environments[step.environment]!,
          destinationSecretPath: step.path,
        };
        return ['moveSecrets', { body: { projectId, ...source, ...destination, secretIds: [this.#id(step.secret)] } }];
      }
    }
  }

  #relabelling(model: ModelWorld, { environment, path, name }: ModelSecret, to: string, tags: readonly string[]): Call {
    const body = {
      projectId: this.#projectId,
      environment: model.environments[environment]!,
      secretPath: path,
      tagIds: tags.map((tag) => this.#id(tag)),
      ...(to !== name && { newSecretName: to }),
    };
    return ['updateSecret', { params: { secretName: name }, body }];
  }

  async #createNames(model: ModelWorld): Promise<void> {
    const { project } = this.#setting;
    const rows = await newEnvironments(this.#world, project, Object.values(model.environments));
    for (const [index, id] of Object.keys(model.environments).entries()) this.#ids.set(id, rows[index]!.id);
    for (const environment of Object.values(model.environments)) {
      for (const path of paths.slice(1)) {
        const parent = path.slice(0, path.lastIndexOf('/'));
        await this.#make([
          'createFolder',
          {
            body: {
              projectId: project.id,
              environment,
              name: path.slice(parent.length + 1),
              path: parent === '' ? '/' : parent,
            },
          },
        ]);
      }
    }
    for (const [id, slug] of Object.entries(model.tags))
      this.#ids.set(id, (await newTag(this.#world, project, slug)).id);
    for (const [id, { slug, rules }] of Object.entries(model.roles)) {
      const { role } = await this.#make([
        'createProjectRole',
        { params: { projectId: project.id }, body: { slug, name: slug, permissions: rules } },
      ]);
      this.#ids.set(id, role.id as string);
    }
  }

  /** Identities owned by the project; in the organization they may do everything with groups. */
  async #createMembers(model: ModelWorld): Promise<void> {
    const { organization, project } = this.#setting;
    const role = await this.#world.newRole(organization, [
      { subject: 'groups', action: ['read', 'edit', 'grant-privileges', 'add-identities', 'remove-identities'] },
    ]);
    for (const [id, { name, metadata, roles, privileges }] of Object.entries(model.members)) {
      const identity = await this.#world.newIdentity(organization, role);
      await this.#world.server.parts.database.transaction(ofInstance, ({ db }) =>
        db('identities').where({ id: identity.id }).update({ projectId: project.id }),
      );
      await addToProject(this.#world, project, identity, 'no-access');
      this.#ids.set(id, identity.id);
      this.#tokens.set(id, identity.token);
      const params = { projectId: project.id, identityId: identity.id };
      await this.#make(['updateProjectOwnedIdentity', { params, body: { name, metadata: listMetadata(metadata) } }]);
      await this.#make(['updateProjectIdentity', { params, body: this.#rolesBody(model, roles) }]);
      for (const [slug, { rules, period }] of Object.entries(privileges)) {
        const { privilege } = await this.#make([
          'createPrivilege',
          { body: { ...params, permissions: rules, type: typeOf(period) } },
        ]);
        this.#ids.set(`${id} ${slug}`, privilege.id as string);
      }
    }
  }

  async #createGroups(model: ModelWorld): Promise<void> {
    const { organization, project } = this.#setting;
    for (const [id, { name, members, roles }] of Object.entries(model.groups)) {
      const group = await newGroup(this.#world, organization, { name });
      this.#ids.set(id, group.id);
      await addToGroup(this.#world, group, ...members.map((member) => ({ id: this.#id(member) })));
      await addToProject(this.#world, project, { groupId: group.id }, 'no-access');
      await this.#make([
        'updateProjectGroupRoles',
        { params: { projectId: project.id, groupId: group.id }, body: this.#rolesBody(model, roles) },
      ]);
    }
  }

  /** Creates the secret with a version for each of its names. */
  async #createSecret(model: ModelWorld, id: string, secret: ModelSecret): Promise<void> {
    const [first, ...others] = [...secret.formerNames, secret.name];
    const folder = {
      projectId: this.#projectId,
      environment: model.environments[secret.environment]!,
      secretPath: secret.path,
    };
    const answer = await this.#make([
      'createSecret',
      {
        params: { secretName: first },
        body: { ...folder, secretValue: 'a value', tagIds: secret.tags.map((tag) => this.#id(tag)) },
      },
    ]);
    this.#ids.set(id, answer.secret.id as string);
    let name = first;
    for (const next of others) {
      await this.#make(this.#relabelling(model, { ...secret, name }, next, secret.tags));
      name = next;
    }
  }
}

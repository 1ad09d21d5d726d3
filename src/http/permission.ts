import type { Operation, OperationId, ValueSource } from '../../generated/operations.ts';
import type { Access } from '../access/access.ts';
import { noPermissions, type NamedPermission } from '../access/checked-permissions.ts';
import type { ProjectAccess } from '../access/project-access.ts';

/** The parts of a request that may name its project or its organization. */
interface RequestParts {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

const valueOf = (request: RequestParts, { part, name }: ValueSource): string | undefined =>
  (request[part] as Readonly<Record<string, string | undefined>>)[name];

const openProject = (access: Access, request: RequestParts, source: ValueSource): Promise<ProjectAccess> => {
  const value = valueOf(request, source)!;
  return /slug$/i.test(source.name) ? access.inProjectBySlug(value) : access.inProject(value);
};

const readPermission = (name: string): NamedPermission => {
  const [subject, action] = name.split(':') as [string, string];
  return { action, subject };
};

const namedIn = ({ permission }: Operation): readonly NamedPermission[] => {
  if ('project' in permission) return [permission.project, ...(permission.or ?? [])].map(readPermission);
  if ('organization' in permission) return [permission.organization, ...(permission.or ?? [])].map(readPermission);
  return noPermissions;
};

/** Checks the `x-permission` of one operation for each of its requests. */
export class PermissionCheck {
  /** The permissions that the module checks, because they depend on a stored row; otherwise empty. */
  readonly expected: readonly NamedPermission[];
  /** Whether there is something to check before the handler runs. */
  readonly isBefore: boolean;
  readonly #id: OperationId;
  readonly #operation: Operation;
  /** The permission that is required before the handler runs. */
  readonly #required: NamedPermission | undefined;

  constructor(id: OperationId, operation: Operation) {
    const { permission, projectIn, organizationIn } = operation;
    const isOnRow = 'on' in permission;
    this.#id = id;
    this.#operation = operation;
    this.expected = isOnRow ? namedIn(operation) : noPermissions;
    this.#required = isOnRow ? undefined : namedIn(operation)[0];
    this.isBefore =
      'instance' in permission || this.#required !== undefined || projectIn !== null || organizationIn !== null;
  }

  /**
   * Returns the project that the request names, if any; 404 if it does not exist for the caller, 403 without
   * permission.
   */
  async before(access: Access, request: RequestParts): Promise<ProjectAccess | undefined> {
    const { permission, projectIn, organizationIn } = this.#operation;
    if ('instance' in permission) access.requireInstanceAdmin();
    const organizationId = organizationIn && valueOf(request, organizationIn);
    if (typeof organizationId === 'string') access.requireOrganization(organizationId);
    const project = projectIn ? await openProject(access, request, projectIn) : undefined;
    if (this.#required) (project ?? access).require(this.#required.action, this.#required.subject);
    return project;
  }

  /**
   * Throws a 500 if the handler responded without checking the permission that the contract names: a bug of the server.
   */
  after(access: Access | undefined): void {
    if (this.expected.length > 0 && !access?.wasChecked)
      throw new Error(
        `${this.#id} answered without asking for ${this.expected.map(({ subject, action }) => `${subject}:${action}`).join(' or ')}`,
      );
  }
}

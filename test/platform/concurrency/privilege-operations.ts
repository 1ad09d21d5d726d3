import type { Rule } from '../../../src/access/rule.ts';
import { sorted, type ModelOperation } from './operations.ts';
import { refused, type ModelPrivilege, type ModelState, type Outcome, type Permit, type Shown } from './state.ts';

const actions = {
  read: ['describeSecret', 'readValue'],
  write: ['describeSecret', 'readValue', 'create', 'edit', 'delete'],
} as const;

const ruleOf = ({ path, access }: Omit<Permit, 'identityId'>): Rule => ({
  subject: 'secrets',
  action: [...actions[access]],
  conditions: { environment: 'dev', secretPath: path },
});

const textOf = (slug: string, path: string, count: number): string => `${slug} ${path} ${count} actions`;

const onePrivilege = ({ privilege: { id, slug, permissions } }: any): Shown[] => [
  { id, text: textOf(slug, permissions[0].conditions.secretPath, permissions[0].action.length) },
];

const show = ({ id, slug, path, access }: ModelPrivilege): Shown => ({
  id,
  text: textOf(slug, path, actions[access].length),
});

const withPrivilege = (state: ModelState, privilege: ModelPrivilege): Outcome => ({
  status: 200,
  shown: [show(privilege)],
  after: { ...state, privileges: new Map(state.privileges).set(privilege.id, privilege) },
});

const isTaken = ({ privileges }: ModelState, { id, identityId, slug }: Omit<ModelPrivilege, 'path' | 'access'>) =>
  [...privileges.values()].some((other) => other.identityId === identityId && other.slug === slug && other.id !== id);

/** The operations on additional privileges, each with one rule. */
export class PrivilegeOperations {
  readonly #project: { readonly id: string; readonly slug: string };

  constructor(project: { readonly id: string; readonly slug: string }) {
    this.#project = project;
  }

  grant(privilege: Omit<ModelPrivilege, 'id'>): ModelOperation {
    const { identityId, slug } = privilege;
    return {
      id: 'createPrivilege',
      body: {
        identityId,
        projectId: this.#project.id,
        slug,
        permissions: [ruleOf(privilege)],
        type: { isTemporary: false },
      },
      shown: onePrivilege,
      run: (state, [id = '']) =>
        isTaken(state, { id, identityId, slug }) ? refused(400, state) : withPrivilege(state, { id, ...privilege }),
    };
  }

  /** Gives the privilege another slug and another rule. */
  change(id: string, { slug, path, access }: Omit<ModelPrivilege, 'id' | 'identityId'>): ModelOperation {
    return {
      id: 'updatePrivilege',
      params: { id },
      body: { slug, permissions: [ruleOf({ path, access })] },
      shown: onePrivilege,
      run: (state) => {
        const before = state.privileges.get(id);
        if (!before) return refused(404, state);
        const after = { ...before, slug, path, access };
        return isTaken(state, after) ? refused(400, state) : withPrivilege(state, after);
      },
    };
  }

  revoke(identityId: string, slug: string): ModelOperation {
    return {
      id: 'deleteLegacyPrivilege',
      body: { identityId, projectSlug: this.#project.slug, privilegeSlug: slug },
      shown: ({ privilege: { id } }) => [{ id, text: slug }],
      run: (state) => {
        const held = [...state.privileges.values()].find(
          (privilege) => privilege.identityId === identityId && privilege.slug === slug,
        );
        if (!held) return refused(404, state);
        const privileges = new Map(state.privileges);
        privileges.delete(held.id);
        return { status: 200, shown: [{ id: held.id, text: slug }], after: { ...state, privileges } };
      },
    };
  }

  list(identityId: string): ModelOperation {
    return {
      id: 'listPrivileges',
      query: { identityId, projectId: this.#project.id },
      isRead: true,
      shown: ({ privileges }) => sorted(privileges.map(({ id, slug }: any) => ({ id, text: slug }))),
      run: (state) => ({
        status: 200,
        shown: sorted(
          [...state.privileges.values()]
            .filter((privilege) => privilege.identityId === identityId)
            .map(({ id, slug }) => ({ id, text: slug })),
        ),
        after: state,
      }),
    };
  }
}

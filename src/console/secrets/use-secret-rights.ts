import { useCan } from '../access/use-can.ts';

interface FolderFields {
  readonly projectId: string;
  readonly environment: string;
  readonly path: string;
}

interface SecretFields {
  readonly name: string;
  /** The slugs of its tags. */
  readonly tags: readonly string[];
}

/** What the person may do with the secrets of a folder: with one of them, or with any if none is given. */
export const useSecretRights = ({ projectId, environment, path }: FolderFields) => {
  const ability = useCan({ id: projectId });
  const folder = { environment, secretPath: path };
  return {
    can: (action: string, secret?: SecretFields): boolean =>
      secret
        ? ability.can(action, 'secrets', { ...folder, secretName: secret.name, secretTags: secret.tags })
        : ability.may(action, 'secrets', folder),
    canRollBack: ability.can('perform-rollback', 'commits', folder),
  };
};

import type { ProjectRow } from '../../../access/project.ts';
import type { PublicScope } from '../../../scope.ts';
import type { SecretRotation } from './store.ts';

/** Who rotates: the caller of an operation, or the server by itself. */
export type Initiator = 'caller' | 'server';

/** Records what happened to a rotation. */
export const record = (
  { audit }: Pick<PublicScope, 'audit'>,
  type: string,
  { id, type: rotationType, environmentSlug, path, organizationId }: SecretRotation,
  project: ProjectRow,
  metadata: Readonly<Record<string, unknown>> = {},
  initiator: Initiator = 'caller',
): Promise<void> =>
  audit.record({
    type,
    metadata: { rotationId: id, type: rotationType, environment: environmentSlug, secretPath: path, ...metadata },
    project,
    ...(initiator === 'server' && { actor: { type: 'platform' }, organizationId }),
  });

import type { Reply } from '../../../contract.ts';
import type { RotationState } from './service.ts';

export const keyRotationView = ({
  rotation,
  status,
  rootKeyId,
  neededRootKeyIds,
}: RotationState): Reply<'getKeyRotation'>['keyRotation'] => ({
  id: rotation?.rotationId ?? null,
  status,
  startedAt: rotation?.startedAt ?? null,
  finishedAt: rotation?.finishedAt ?? null,
  error: rotation?.error ?? null,
  projectsDone: rotation?.projectsDone ?? 0,
  projectsLeft: rotation?.projectsLeft ?? 0,
  versionsDone: rotation?.versionsDone ?? 0,
  versionsLeft: rotation?.versionsLeft ?? 0,
  rootKeyId,
  neededRootKeyIds,
});

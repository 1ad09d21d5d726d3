import { badRequest } from '../../../../platform/errors.ts';
import type { Scope } from '../../../../scope.ts';
import type { SecretWithVersion } from '../store.ts';

/** What cannot be done to a secret that a rotation changes. */
export type RefusedVerb =
  'change the name or value of' | 'delete' | 'move' | 'copy' | 'replace' | 'restore a version of';

/** 400 if a rotation changes one of these secrets; the message names the rotation. */
export const refuseRotated = async (
  { stores }: Pick<Scope, 'stores'>,
  rows: readonly Pick<SecretWithVersion, 'key' | 'rotationId'>[],
  verb: RefusedVerb,
): Promise<void> => {
  const rotated = rows.find(({ rotationId }) => rotationId !== null);
  if (!rotated) return;
  const name = (await stores.secretRotations.namesOf([rotated.rotationId!])).get(rotated.rotationId!) ?? '';
  throw badRequest(
    `You cannot ${verb} the secret '${rotated.key}' by hand: the rotation "${name}" changes it. Change or delete the rotation.`,
  );
};

import type { HeldBack } from '../../../change-control/held-back.ts';
import type { Scope } from '../../../scope.ts';
import { openChangeRequest } from './open.ts';

/** What the responses of some operations have besides the request, because clients expect it. */
const besides: Readonly<Record<string, object>> = {
  moveSecrets: { isSourceUpdated: false, isDestinationUpdated: false },
  duplicateSecrets: { results: [] },
  commitBatch: { message: 'The changes wait for approval.' },
};

/** Stores what a policy has held back as a request, and returns the response of the operation. */
export const answerWithRequest = async (scope: Scope, held: HeldBack): Promise<object> => ({
  ...besides[scope.caller.operation],
  approval: await openChangeRequest(scope, held),
});

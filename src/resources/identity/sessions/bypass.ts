import { singleSignOnBypassed } from '../../../audit/events.ts';
import type { Scope } from '../../../scope.ts';
import { isBreakGlass } from './allowed.ts';

/**
 * In a transaction: records that the session acts in the organization although single sign-on is enforced there. Called
 * wherever such a session gets a token of an organization.
 */
export const recordBypass = async (
  { stores, audit }: Pick<Scope, 'stores' | 'audit'>,
  sessionId: string,
  organizationId: string,
): Promise<void> => {
  const session = await stores.sessions.findPresented(sessionId, organizationId);
  if (!session || !isBreakGlass(session)) return;
  await audit.record({ type: singleSignOnBypassed, metadata: { organizationId, sessionId }, organizationId });
};

import { userOf, type SecondFactor } from '../../../access/actor.ts';
import { secondsAfter } from '../../../platform/clock.ts';
import { signToken } from '../../../platform/crypto/tokens.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { helpSections } from '../../../platform/help-sections.ts';
import type { Scope } from '../../../scope.ts';
import type { OrganizationRow } from '../../../access/organization.ts';
import { factorOwner, findFactors } from './find.ts';
import { lacksSecondFactor } from './required.ts';

const tokenSeconds = 300;

/** The user agent of the official CLI, which cannot set up a second factor. */
const cli = 'cli';

export interface Challenge {
  readonly token: string;
  readonly isMfaEnabled: true;
  readonly mfaMethod: SecondFactor;
}

/**
 * Returns what asks for a second factor, if the caller's session needs one to act in the organization. Its token is
 * good for nothing but showing one, and only for this session.
 */
export const challengeFor = async (
  scope: Scope,
  { id: organizationId, name, enforceMfa }: Pick<OrganizationRow, 'id' | 'name' | 'enforceMfa'>,
): Promise<Challenge | undefined> => {
  const { id: userId, sessionId, mfaMethod: shown, authMethod, email } = userOf(scope);
  const { isEnabled, methods } = await findFactors(scope.stores, factorOwner(scope));
  const needs = { mfaMethod: shown, isMfaEnabled: isEnabled, enforceMfa };
  if (!lacksSecondFactor(needs, scope.config)) return undefined;
  if (methods.length === 0 && scope.caller.userAgent === cli)
    throw new ServiceError(
      403,
      'SecondFactorSetupRequired',
      `"${name}" requires a second factor, and you have none. Set one up by signing in at ${scope.config.siteUrl}/login in a browser.`,
      { help: helpSections.secondFactor },
    );
  const mfaMethod = methods[0] ?? 'totp';
  const issuedAt = scope.clock.now();
  const claims = {
    authTokenType: 'mfaToken',
    authMethod,
    userId,
    tokenVersionId: sessionId,
    organizationId,
    email,
    requiredMfaMethod: mfaMethod,
  };
  const token = signToken(scope.keyring, claims, { issuedAt, expiresAt: secondsAfter(issuedAt, tokenSeconds) });
  return { token, isMfaEnabled: true, mfaMethod };
};

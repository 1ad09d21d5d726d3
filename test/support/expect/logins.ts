import { expect } from 'chai';
import type { Response } from 'supertest';
import type { World } from '../world/world.ts';
import { entriesWhere } from './audit.ts';
import { expectError } from './expect.ts';

/** Why nobody could be asked: 503 instead of 401. */
const unreachable = new Set([
  'provider_unreachable',
  'provider_answer_invalid',
  'provider_not_allowed',
  'server_unreachable',
  'server_response_invalid',
  'server_not_allowed',
]);

/**
 * Asserts 401 with the general message, or 503 if nobody could be asked, and the reason in the log and the audit log
 * only, where repetitions within a minute are one entry.
 */
export const expectRefusedLogin = async (
  world: World,
  response: Response,
  { identity, method }: { readonly identity: { readonly id: string }; readonly method: string },
  reason: string,
): Promise<void> => {
  if (unreachable.has(reason)) {
    expectError(response, 503, 'ServiceUnavailable', /cannot be asked now\. The audit log says why\.$/);
    expect(response.headers['retry-after']).to.equal('2');
  } else {
    expectError(response, 401, 'UnauthorizedError', /^This login is not accepted\. The audit log says why\.$/);
    expect(response.headers['www-authenticate']).to.equal('Bearer');
  }
  const requestId = response.headers['x-request-id']!;
  const lines = world.logged().split('\n');
  const logged = lines.filter((line) => line.includes(requestId)).join('');
  expect(/"reason":"(\w+): /.exec(logged)?.[1], logged).to.equal(reason);
  const eventType = `login-identity-${method}-failed`;
  const entries = await entriesWhere(world, { actorId: identity.id, eventType });
  expect(
    entries.filter(({ eventMetadata }) => eventMetadata.reasonCode === reason),
    `the audit log: ${reason}`,
  ).to.have.length(1);
};

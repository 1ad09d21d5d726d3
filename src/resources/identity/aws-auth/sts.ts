import { clientNetwork } from '../../../platform/addresses.ts';
import { badRequest } from '../../../platform/errors.ts';
import { Refused, Unreachable } from '../../../platform/refused.ts';
import type { PublicScope } from '../../../scope.ts';
import type { CallerIdentity } from './principal.ts';
import { isAwsEndpoint, type SignedRequest } from './signed-request.ts';
import type { AwsAuthRow } from './store.ts';

type Deps = Pick<PublicScope, 'outgoing' | 'caller' | 'config'>;

const who = 'STS';

/** Where STS is asked: at the operator's address, at one inside the network, or at the one that the request is for. */
const endpointOf = ({ outgoing, config }: Deps, { stsEndpoint }: AwsAuthRow, { host }: SignedRequest): URL => {
  if (config.awsStsUrl !== null) return new URL(config.awsStsUrl);
  return new URL(!isAwsEndpoint(stsEndpoint) && outgoing.isListed(stsEndpoint) ? stsEndpoint : `https://${host}/`);
};

/** 400 for an endpoint that would not be used. */
export const requireUsableEndpoint = ({ outgoing }: Pick<Deps, 'outgoing'>, stsEndpoint: string): void => {
  if (isAwsEndpoint(stsEndpoint)) return;
  const problem = outgoing.isListed(stsEndpoint) ? outgoing.problemOf(stsEndpoint) : 'is not listed in ALLOW_HOSTS';
  if (problem !== undefined) throw badRequest(`stsEndpoint ${problem}.`);
};

interface JsonAnswer {
  readonly GetCallerIdentityResponse?: {
    readonly GetCallerIdentityResult?: {
      readonly Account?: unknown;
      readonly Arn?: unknown;
      readonly UserId?: unknown;
    };
  };
}

const fromJson = (text: string): unknown[] => {
  const { Account, Arn, UserId } =
    (JSON.parse(text) as JsonAnswer).GetCallerIdentityResponse?.GetCallerIdentityResult ?? {};
  return [Account, Arn, UserId];
};

const fromXml = (text: string): unknown[] =>
  ['Account', 'Arn', 'UserId'].map((name) => new RegExp(`<${name}>([^<>&]{1,2048})</${name}>`).exec(text)?.[1]);

const parse = (text: string): CallerIdentity => {
  const invalid = new Unreachable(
    'server_response_invalid',
    'The response of STS is neither JSON nor XML of a caller.',
  );
  try {
    const [account, arn, userId] = text.trimStart().startsWith('<') ? fromXml(text) : fromJson(text);
    if (typeof account === 'string' && typeof arn === 'string' && typeof userId === 'string')
      return { account, arn, userId };
  } catch {
    throw invalid;
  }
  throw invalid;
};

/** Asks STS who signed the request. */
export const askSts = async (deps: Deps, auth: AwsAuthRow, request: SignedRequest): Promise<CallerIdentity> => {
  const { status, text } = await deps.outgoing.call({
    who,
    url: endpointOf(deps, auth, request),
    key: `${auth.identityId} ${clientNetwork(deps.caller.ip)}`,
    headers: request.headers,
    body: request.body,
  });
  if (status === 200) return parse(text);
  if (status === 429 || status >= 500 || status < 400 || text.includes('Throttling'))
    throw new Unreachable('server_response_invalid', `STS responded with the status ${status}.`);
  throw new Refused('sts_refused', `STS does not accept the signature (${status}).`);
};

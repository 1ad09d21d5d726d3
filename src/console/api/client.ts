import createClient from 'openapi-fetch';
import createHooks from 'openapi-react-query';
import type { paths } from '../../../generated/api.d.ts';
import { callsOf } from './calls.ts';
import { tellIfRequested } from './change-requests.ts';
import { askForConfirmation, type ConfirmationMethod } from './confirmation.ts';
import { bearer, currentToken, renewSession } from './session.ts';

/** Sends a copy, so that the request can be sent again. */
const attempt = (request: Request): Promise<Response> => {
  const copy = request.clone();
  for (const [name, value] of Object.entries(bearer())) copy.headers.set(name, value);
  return fetch(copy);
};

/** Sends a request with the token of the session; once more with a new one if that was refused. */
const sendWithToken = async (request: Request): Promise<Response> => {
  const token = currentToken();
  const response = await attempt(request);
  if (response.status !== 401) return response;
  await renewSession(token);
  return attempt(request);
};

/** How to confirm who it is, if the request needs a more recent sign-in. */
const neededConfirmation = async (response: Response): Promise<ConfirmationMethod | undefined> => {
  if (response.status !== 403) return undefined;
  const { error, details } = (await response.clone().json()) as {
    error?: unknown;
    details?: { method: ConfirmationMethod };
  };
  return error === 'ReauthenticationRequired' ? details!.method : undefined;
};

/** The page of the console or of a guide that a refusal names in its header `Link`; undefined if it names another one. */
const helpOf = ({ headers }: Response): string | undefined => {
  const target = /<([^<>]*)>\s*;\s*rel="help"/.exec(headers.get('link') ?? '')?.[1];
  if (target === undefined) return undefined;
  const { pathname, search, hash } = new URL(target, location.origin);
  return /^\/(p\/|org\/roles$|docs\/guides\/)/.test(pathname) ? `${pathname}${search}${hash}` : undefined;
};

/** Adds that address to the error that callers get, which is the body of the response. */
const withHelp = async (response: Response): Promise<Response> => {
  const help = response.status === 403 ? helpOf(response) : undefined;
  if (help === undefined) return response;
  const error = (await response.json()) as object;
  return Response.json({ ...error, help }, { status: response.status });
};

/** Sends a request; once more after the person has confirmed who they are, if it needs that. */
const send = async (request: Request): Promise<Response> => {
  const response = await sendWithToken(request);
  const method = await neededConfirmation(response);
  const isConfirmed = method !== undefined && (await askForConfirmation(method));
  const last = isConfirmed ? await sendWithToken(request) : response;
  await tellIfRequested(request, last);
  return withHelp(last);
};

/** Requests whose status or headers matter. */
export const requests = createClient<paths>({ baseUrl: location.origin, fetch: send });

/** Every operation of the contract, with its types. */
export const client = callsOf(requests);

/** The hooks of every operation: `api.useQuery('get', path, options)`, `api.useMutation('post', path)`. */
export const api = createHooks(requests);

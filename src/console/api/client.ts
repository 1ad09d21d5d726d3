import createClient from 'openapi-fetch';
import createHooks from 'openapi-react-query';
import type { paths } from '../../../generated/api.d.ts';
import { bearer, currentToken, renewSession } from './session.ts';

const withToken = (request: Request): Request => {
  for (const [name, value] of Object.entries(bearer())) request.headers.set(name, value);
  return request;
};

/** Sends a request with the token of the session; once more with a new one if that was refused. */
const send = async (request: Request): Promise<Response> => {
  const again = request.clone();
  const token = currentToken();
  const response = await fetch(withToken(request));
  if (response.status !== 401) return response;
  await renewSession(token);
  return fetch(withToken(again));
};

/** Every operation of the contract, with its types. */
export const client = createClient<paths>({ baseUrl: location.origin, fetch: send });

/** The hooks of every operation: `api.useQuery('get', path, options)`, `api.useMutation('post', path)`. */
export const api = createHooks(client);

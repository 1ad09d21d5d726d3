import { StartError } from '../../platform/errors.ts';
import { send } from '../server/client.ts';
import { parseJsonText, WrittenNumber } from './json.ts';

type Values = Readonly<Record<string, unknown>>;

/** How to log in to a server with Vault's API. */
export type VaultLogin =
  { readonly token: string } | { readonly roleId: string; readonly secretId: string; readonly authPath: string };

/** A response with an error status; its message names the path and no value. */
export class RefusedByVault extends StartError {
  readonly status: number;
  /** What comes along with a 404 for a deleted version. */
  readonly data: unknown;

  constructor(status: number, message: string, data: unknown, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.data = data;
  }
}

export const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof WrittenNumber);

const parse = (text: string): Values => {
  if (text === '') return {};
  const parsed = parseJsonText(text, (written) => new WrittenNumber(written));
  return isObject(parsed) ? parsed : {};
};

const reasonsOf = ({ errors }: Values): string => {
  const texts = Array.isArray(errors) ? errors.filter((one): one is string => typeof one === 'string') : [];
  return texts.join('; ').trim() || 'no reason given';
};

/** A path without slashes around it, with each segment encoded. */
const encoded = (path: string): string => path.split('/').filter(Boolean).map(encodeURIComponent).join('/');

interface Call {
  readonly method?: 'GET' | 'POST';
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Values;
}

/** Calls a server with Vault's HTTP API. */
export class VaultClient {
  readonly #url: string;
  readonly #namespace: string | undefined;
  #token: string | undefined;
  #isOwnToken = false;

  constructor(url: string, namespace: string | undefined) {
    this.#url = url;
    this.#namespace = namespace;
  }

  async logIn(login: VaultLogin): Promise<void> {
    if ('token' in login) {
      this.#token = login.token;
      return;
    }
    const { roleId: role_id, secretId: secret_id, authPath } = login;
    const { auth } = await this.call(`auth/${authPath}/login`, { method: 'POST', body: { role_id, secret_id } });
    if (!isObject(auth) || typeof auth.client_token !== 'string')
      throw new StartError('The source does not respond as expected to the login.');
    this.#token = auth.client_token;
    this.#isOwnToken = true;
  }

  /** Ends the token of a login; one that was given stays. */
  async logOut(): Promise<void> {
    if (this.#isOwnToken)
      await this.call('auth/token/revoke-self', { method: 'POST', body: {} }).catch(() => undefined);
  }

  async call(path: string, { method = 'GET', query = {}, body }: Call = {}): Promise<Values> {
    const url = new URL(`${this.#url}/v1/${encoded(path)}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const headers = {
      'x-vault-request': 'true',
      ...(this.#token !== undefined && { 'x-vault-token': this.#token }),
      ...(this.#namespace !== undefined && { 'x-vault-namespace': this.#namespace }),
      ...(body && { 'content-type': 'application/json' }),
    };
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
    const { response, text } = await send(url, init, ' Check --source-url.');
    if (response.status >= 300 && response.status < 400)
      throw new StartError(`The source at ${url.origin} redirects to another address. Give that as --source-url.`);
    const parsed = this.#parse(response, text);
    if (response.ok) return parsed;
    throw new RefusedByVault(
      response.status,
      `The source refused ${path} (${response.status}): ${reasonsOf(parsed)}.`,
      parsed.data,
    );
  }

  #parse(response: Response, text: string): Values {
    try {
      return parse(text);
    } catch (cause) {
      if (!response.ok) return {};
      const message = 'The source does not respond as expected. Is it a server with the API of Vault?';
      throw new RefusedByVault(response.status, message, undefined, { cause });
    }
  }
}

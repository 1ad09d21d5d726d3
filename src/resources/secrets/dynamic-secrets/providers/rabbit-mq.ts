import { defaultRequirements, generatePassword } from '../../../../platform/crypto/generated-passwords.ts';
import { ProviderError, type Inputs, type Provider, type ProviderDeps } from './provider.ts';
import { InputReader } from '../../../../platform/input-reader.ts';
import { latestBegin, readTls, requireAllowed, type SessionOptions, type TlsInputs } from './target.ts';
import { callWeb, targetOf, webUrl, type WebCall, type WebTarget } from './web-target.ts';

interface Permissions {
  readonly configure: string;
  readonly write: string;
  readonly read: string;
}

interface RabbitInputs extends Inputs, Omit<TlsInputs, 'sslEnabled'> {
  readonly host: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  readonly tags: readonly string[];
  readonly virtualHost: { readonly name: string; readonly permissions: Permissions };
}

/** Marks the users of leases, so that administrators see whose they are. */
const ownTag = 'sallyport';

const defaultPermissions: Permissions = { configure: '', write: '', read: '.*' };

/** The management API, whose host is named with a scheme or without one, which means https. */
const urlOf = ({ host, port }: Pick<RabbitInputs, 'host' | 'port'>): URL | undefined => {
  const url = webUrl(host.includes('://') ? host : `https://${host}`);
  if (url?.port === '') url.port = String(port);
  return url && Number(url.port || (url.protocol === 'https:' ? 443 : 80)) === port ? url : undefined;
};

const read = (inputs: Inputs, path: readonly string[]): RabbitInputs => {
  const reader = new InputReader(inputs, path);
  const virtualHost = reader.value('virtualHost') as Partial<RabbitInputs['virtualHost']> | undefined;
  const { ca, sslRejectUnauthorized } = readTls(reader);
  const result: RabbitInputs = {
    host: reader.filledText('host'),
    port: reader.number('port'),
    username: reader.filledText('username'),
    password: reader.filledText('password'),
    tags: ((reader.value('tags') ?? []) as readonly string[]).map((tag) => tag.trim()),
    virtualHost: {
      name: virtualHost?.name?.trim() ?? '/',
      permissions: { ...defaultPermissions, ...virtualHost?.permissions },
    },
    ca,
    sslRejectUnauthorized,
  };
  if (result.host !== '' && result.port !== 0 && !urlOf(result))
    reader.refuse('host', 'format', 'must be a host, with https:// or http:// or without, and without another port');
  if (result.tags.some((tag) => tag === '' || tag.includes(',')))
    reader.refuse('tags', 'pattern', 'must not have empty tags and commas');
  if (result.virtualHost.name === '') reader.refuse('virtualHost', 'too_small', 'must have a name');
  reader.end();
  return result;
};

const rabbitOf = (inputs: RabbitInputs): WebTarget => ({ who: 'RabbitMQ', url: urlOf(inputs)!, tls: inputs });

const userPath = (username: string): string => `/api/users/${encodeURIComponent(username)}`;

const meanings = {
  401: 'RabbitMQ does not accept the user name and the password',
  403: 'RabbitMQ does not let the user do this',
};

const call = (
  inputs: RabbitInputs,
  deps: ProviderDeps,
  { hidden, latest }: SessionOptions,
  request: Omit<WebCall, 'headers'>,
) => {
  const { username, password } = inputs;
  const credentials = Buffer.from(`${username}:${password}`).toString('base64');
  return callWeb(
    rabbitOf(inputs),
    deps,
    { hidden: [username, password, credentials, ...hidden], latest },
    { ...request, meanings: { ...meanings, ...request.meanings }, headers: { Authorization: `Basic ${credentials}` } },
  );
};

/** Whether users may be created: the tags are a list since 3.9, and a text before. */
const isAdministrator = (body: unknown): boolean => {
  const { tags } = (body ?? {}) as { tags?: unknown };
  const list: readonly unknown[] = Array.isArray(tags) ? tags : String(tags).split(',');
  return list.includes('administrator');
};

/** Creates users of RabbitMQ by its management API. RabbitMQ ends the connections of a user that it deletes. */
export const rabbitMq: Provider<RabbitInputs> = {
  read,
  checkHost: (inputs, targets) => requireAllowed(targetOf(rabbitOf(inputs)), targets),

  async check(inputs, deps) {
    const { body } = await call(inputs, deps, { hidden: [] }, { method: 'GET', path: '/api/whoami' });
    if (!isAdministrator(body)) throw new ProviderError('The user needs the tag administrator.', false);
    const { name } = inputs.virtualHost;
    const path = `/api/vhosts/${encodeURIComponent(name)}`;
    const unknown = { 404: `RabbitMQ has no virtual host ${name}` };
    await call(inputs, deps, { hidden: [] }, { method: 'GET', path, meanings: unknown });
  },

  checkConfig: () => undefined,

  async create(inputs, { username }, deps) {
    const password = generatePassword(defaultRequirements);
    const options = { hidden: [username, password], latest: latestBegin(deps) };
    const { name, permissions } = inputs.virtualHost;
    const tags = [...new Set([...inputs.tags, ownTag])].join(',');
    await call(inputs, deps, options, { method: 'PUT', path: userPath(username), body: { password, tags } });
    const path = `/api/permissions/${encodeURIComponent(name)}/${encodeURIComponent(username)}`;
    try {
      await call(inputs, deps, options, { method: 'PUT', path, body: permissions });
    } catch (error) {
      // The user is there.
      throw error instanceof ProviderError ? new ProviderError(error.message, true) : error;
    }
    return { DB_USERNAME: username, DB_PASSWORD: password };
  },

  /** Users have no end of their own. */
  renew: () => Promise.resolve(),

  async revoke(inputs, { username }, deps) {
    await call(inputs, deps, { hidden: [username] }, { method: 'DELETE', path: userPath(username), accepted: [404] });
  },

  shown: (inputs) => inputs,
};

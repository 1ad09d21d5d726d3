// A server with the part of Vault's HTTP API that reads and writes secrets, in memory. `npm run test:vault` runs
// released clients of that API against it, to show that it behaves as they expect.
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

/** Ends the handling of a request with a status. */
class Refusal extends Error {
  constructor(status, errors = [], data) {
    super(errors.join(', '));
    Object.assign(this, { status, body: { errors, ...(data && { data }) } });
  }
}

const denied = () => new Refusal(403, ['permission denied']);
const notFound = (data) => new Refusal(404, [], data);

const envelope = (more) => ({
  request_id: randomUUID(),
  lease_id: '',
  renewable: false,
  lease_duration: 0,
  data: null,
  wrap_info: null,
  warnings: null,
  auth: null,
  ...more,
});

const now = () => new Date().toISOString();

/** The names directly in a folder; a name may be both a path and a folder. */
const keysIn = (paths, folder) => {
  const prefix = folder === '' ? '' : `${folder}/`;
  const below = paths.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
  return [...new Set(below.map((path) => path.replace(/\/.*$/s, '/')))].sort();
};

const listOf = (paths, folder) => {
  const keys = keysIn(paths, folder);
  if (keys.length === 0) throw notFound();
  return envelope({ data: { keys } });
};

/** Version 1 of the engine: a path has values, and no history. */
class PlainMount {
  version = '1';
  #values = new Map();

  handle(method, path, query, body) {
    if (query.has('list')) return listOf([...this.#values.keys()], path);
    if (method === 'PUT' || method === 'POST') this.#values.set(path, body);
    else if (method === 'DELETE') this.#values.delete(path);
    else if (method === 'GET') {
      if (!this.#values.has(path)) throw notFound();
      return envelope({ data: this.#values.get(path), lease_duration: 2764800 });
    } else throw new Refusal(405, ['unsupported operation']);
    return undefined;
  }
}

/** Version 2 of the engine: each write of a path is a version. */
class VersionedMount {
  version = '2';
  #paths = new Map();

  handle(method, rest, query, body) {
    const [kind, ...segments] = rest.split('/');
    const path = segments.join('/');
    const request = { method, path, query, body, kind };
    if (kind === 'data') return this.#data(request);
    if (kind === 'metadata') return this.#metadata(request);
    if (['delete', 'undelete', 'destroy'].includes(kind)) return this.#mark(request);
    throw notFound();
  }

  #versions(path) {
    const versions = this.#paths.get(path);
    if (!versions) throw notFound();
    return versions;
  }

  #data({ method, path, query, body }) {
    if (method === 'GET') return this.#read(path, query.get('version'));
    if (method === 'DELETE') {
      for (const version of (this.#paths.get(path) ?? []).slice(-1)) version.metadata.deletion_time = now();
      return undefined;
    }
    if (method === 'PATCH') {
      const values = { ...this.#versions(path).at(-1).data, ...body.data };
      return this.#write(path, Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)), body);
    }
    if (body.data === undefined) throw new Refusal(400, ['no data provided']);
    return this.#write(path, body.data, body);
  }

  #read(path, wanted) {
    const versions = this.#versions(path);
    const version = wanted && wanted !== '0' ? versions[Number(wanted) - 1] : versions.at(-1);
    if (!version) throw notFound();
    const { metadata, data } = version;
    if (metadata.deletion_time !== '' || metadata.destroyed) throw notFound({ data: null, metadata });
    return envelope({ data: { data, metadata } });
  }

  #write(path, data, { options = {} }) {
    const versions = this.#paths.get(path) ?? [];
    if (options.cas !== undefined && options.cas !== versions.length)
      throw new Refusal(400, ['check-and-set parameter did not match the current version']);
    const metadata = {
      version: versions.length + 1,
      created_time: now(),
      deletion_time: '',
      destroyed: false,
      custom_metadata: null,
    };
    this.#paths.set(path, [...versions, { data, metadata }]);
    return envelope({ data: metadata });
  }

  #metadata({ method, path, query }) {
    if (query.has('list')) return listOf([...this.#paths.keys()], path);
    if (method === 'DELETE') return void this.#paths.delete(path);
    if (method !== 'GET') return undefined;
    const versions = this.#versions(path);
    const facts = versions.map(({ metadata: { version, created_time, deletion_time, destroyed } }) => [
      version,
      { created_time, deletion_time, destroyed },
    ]);
    const { created_time: createdTime } = versions[0].metadata;
    return envelope({
      data: {
        versions: Object.fromEntries(facts),
        current_version: versions.length,
        oldest_version: 0,
        created_time: createdTime,
        updated_time: versions.at(-1).metadata.created_time,
        max_versions: 0,
        cas_required: false,
        delete_version_after: '0s',
        custom_metadata: null,
      },
    });
  }

  #mark({ path, body, kind }) {
    if (!Array.isArray(body.versions)) throw new Refusal(400, ['no version number provided']);
    for (const number of body.versions) {
      const version = this.#versions(path)[Number(number) - 1];
      if (version && kind === 'destroy') Object.assign(version.metadata, { destroyed: true });
      else if (version) version.metadata.deletion_time = kind === 'delete' ? now() : '';
      if (version && kind === 'destroy') version.data = null;
    }
    return undefined;
  }
}

/** Starts the server with mounts, such as `{ secret: 2, old: 1 }`; `denied` are paths that only the root token may use. */
export const startVault = async ({ mounts, denied: deniedPaths = [], listsMounts = true }) => {
  const engines = new Map(
    Object.entries(mounts).map(([path, version]) => [path, version === 2 ? new VersionedMount() : new PlainMount()]),
  );
  const root = `root.${randomUUID()}`;
  const role = { role_id: randomUUID(), secret_id: randomUUID() };
  const tokens = new Map([[root, { isRoot: true }]]);
  const requests = [];

  const authOf = (token) => ({
    client_token: token,
    accessor: randomUUID(),
    policies: ['default'],
    token_policies: ['default'],
    metadata: { role_name: 'importer' },
    lease_duration: 3600,
    renewable: true,
    entity_id: randomUUID(),
    token_type: 'service',
    orphan: true,
    mfa_requirement: null,
    num_uses: 0,
  });

  const logIn = ({ role_id: roleId, secret_id: secretId }) => {
    if (roleId !== role.role_id || secretId !== role.secret_id) throw new Refusal(400, ['invalid role or secret ID']);
    const token = `s.${randomUUID()}`;
    tokens.set(token, { isRoot: false });
    return envelope({ auth: authOf(token) });
  };

  const lookUp = (token) =>
    envelope({
      data: {
        id: token,
        accessor: randomUUID(),
        policies: ['default'],
        path: 'auth/approle/login',
        meta: null,
        display_name: 'approle',
        num_uses: 0,
        orphan: true,
        creation_time: 0,
        creation_ttl: 3600,
        expire_time: null,
        ttl: 3600,
        explicit_max_ttl: 0,
        entity_id: '',
        type: 'service',
        renewable: true,
      },
    });

  const factsOf = ({ version }) => ({ type: 'kv', description: '', options: { version } });
  const allMounts = () => Object.fromEntries([...engines].map(([path, engine]) => [`${path}/`, factsOf(engine)]));

  const handleSystem = (path) => {
    if (path === 'sys/internal/ui/mounts') {
      if (!listsMounts) throw denied();
      return envelope({
        data: { auth: {}, secret: { ...allMounts(), 'cubbyhole/': { type: 'cubbyhole', options: null } } },
      });
    }
    const name = path.replace('sys/internal/ui/mounts/', '');
    const found = [...engines].find(([mount]) => name === mount || name.startsWith(`${mount}/`));
    if (!found) throw denied();
    return envelope({ data: { path: `${found[0]}/`, ...factsOf(found[1]) } });
  };

  const handle = (method, path, query, body, token) => {
    if (path === 'auth/approle/login') return logIn(body);
    const caller = tokens.get(token);
    if (!caller) throw denied();
    if (path === 'auth/token/lookup-self') return lookUp(token);
    if (path === 'auth/token/renew-self') return envelope({ auth: authOf(token) });
    if (path === 'auth/token/revoke-self') return void tokens.delete(token);
    if (path.startsWith('sys/')) return handleSystem(path);
    // As servers do it, so that a mount itself can be listed.
    const wanted = query.has('list') ? `${path}/` : path;
    const [mount, engine] = [...engines].find(([name]) => wanted.startsWith(`${name}/`)) ?? [];
    if (!engine || (!caller.isRoot && deniedPaths.includes(path))) throw denied();
    return engine.handle(method, path.slice(mount.length + 1), query, body);
  };

  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url, 'http://localhost');
      const path = decodeURIComponent(url.pathname)
        .replace(/^\/v1\//, '')
        .replace(/\/+/g, '/')
        .replace(/\/$/, '');
      requests.push(`${request.method} ${path}`);
      const text = Buffer.concat(chunks).toString();
      let [status, body] = [200, undefined];
      try {
        body = handle(
          request.method,
          path,
          url.searchParams,
          text === '' ? {} : JSON.parse(text),
          request.headers['x-vault-token'],
        );
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        ({ status, body } = error);
      }
      // Without a charset, which clients of this API refuse.
      response.writeHead(body === undefined ? 204 : status, {
        'content-type': 'application/json',
        'cache-control': 'no-store',
      });
      response.end(body && `${JSON.stringify(body)}\n`);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${server.address().port}`;
  const write = async (path, body) => {
    const init = {
      method: 'POST',
      headers: { 'x-vault-token': root },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    };
    const response = await fetch(`${url}/v1/${path}`, init);
    if (!response.ok) throw new Error(await response.text());
  };
  return {
    url,
    root,
    role,
    requests,
    write,
    tokens: () => [...tokens.keys()],
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
};

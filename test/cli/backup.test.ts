import { expect } from 'chai';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import { lastBackupAt } from '../../src/platform/db/sqlite/data-directory.ts';
import { scratchFolder } from '../support/world/folders.ts';
import { waitForExit, sallyport, serve, type Server } from '../support/world/program.ts';

interface Seeded {
  readonly server: Server;
  readonly data: string;
  readonly call: (method: string, path: string, body?: object) => Promise<{ status: number; body: any }>;
  readonly location: { projectId: string; environment: string };
}

const caller =
  (url: string, token: string): Seeded['call'] =>
  async (method, path, body) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: response.status, body: await response.json() };
  };

const seeded = async (): Promise<Seeded & { token: string }> => {
  const data = join(scratchFolder(), 'data');
  const server = await serve({ DATA_DIR: data });
  const first = await waitForExit(
    sallyport(['bootstrap', '--email', 'a@example.com', '--organization', 'A', '--url', server.url, '--json']),
  );
  const token: string = JSON.parse(first.out).identity.credentials.token;
  const call = caller(server.url, token);
  const { body } = await call('POST', '/api/v1/projects', { projectName: 'P' });
  return { server, data, token, call, location: { projectId: body.project.id, environment: 'dev' } };
};

const stop = async ({ child }: Server): Promise<void> => {
  child.kill('SIGTERM');
  await once(child, 'exit');
};

describe('sallyport backup and restore', () => {
  it('copy everything during writes, and restore it in another folder with the root key', async () => {
    const { server, data, token, call, location } = await seeded();
    const written: string[] = [];
    let isOver = false;
    const write = async (writer: number): Promise<void> => {
      for (let number = 0; !isOver; number += 1) {
        const name = `W${writer}_${number}`;
        expect(
          (await call('POST', `/api/v4/secrets/${name}`, { ...location, secretValue: `value of ${name}` })).status,
        ).to.equal(200);
        written.push(name);
      }
    };
    const writers = Array.from({ length: 8 }, (_, writer) => write(writer));
    while (written.length < 50) await new Promise(setImmediate);
    const before = [...written];
    const file = join(scratchFolder(), 'copy.db');
    const backup = await waitForExit(sallyport(['backup', file], { DATA_DIR: data }));
    isOver = true;
    await Promise.all(writers);
    await stop(server);
    expect(backup.code, backup.err).to.equal(0);
    expect(backup.err).to.contain(join(data, 'root.key'));
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    expect(lastBackupAt(data)).to.be.an.instanceOf(Date);
    expect(readFileSync(file).includes(readFileSync(join(data, 'root.key')).subarray(0, 40))).to.equal(false);

    const otherFolder = join(scratchFolder(), 'elsewhere');
    const without = await waitForExit(sallyport(['restore', file], { DATA_DIR: otherFolder }));
    expect(without.code).to.equal(1);
    expect(without.err).to.match(
      /needs the root key [\w-]+\. Put it into .*root\.key, or set ROOT_KEY\. Nothing was changed\./,
    );
    expect(existsSync(otherFolder), 'nothing was created').to.equal(false);
    const ROOT_KEY = readFileSync(join(data, 'root.key'), 'utf8').trim();
    const restored = await waitForExit(sallyport(['restore', file], { DATA_DIR: otherFolder, ROOT_KEY }));
    expect(restored.code, restored.err).to.equal(0);
    const again = await waitForExit(sallyport(['restore', file], { DATA_DIR: otherFolder, ROOT_KEY }));
    expect(again.err).to.contain('already contains a database');

    const second = await serve({ DATA_DIR: otherFolder, ROOT_KEY });
    const { status, body } = await caller(second.url, token)(
      'GET',
      `/api/v4/secrets?projectId=${location.projectId}&environment=dev`,
    );
    await stop(second);
    expect(status).to.equal(200);
    const values = new Map<string, string>(
      body.secrets.map((secret: { secretKey: string; secretValue: string }) => [secret.secretKey, secret.secretValue]),
    );
    for (const name of before) expect(values.get(name), name).to.equal(`value of ${name}`);
    expect(existsSync(join(otherFolder, 'root.key'))).to.equal(false);
  });

  it('make leases wait until somebody lets the server revoke them', async () => {
    const { server, data, token, call, location } = await seeded();
    const { body } = await call('GET', `/api/v1/projects/${location.projectId}`);
    const place = { projectSlug: body.project.slug, environmentSlug: 'dev', path: '/' };
    const provider = { type: 'totp', inputs: { configType: 'manual', secret: 'JBSWY3DPEHPK3PXP' } };
    await call('POST', '/api/v1/dynamic-secrets', { ...place, name: 'portal', provider, defaultTTL: '1h' });
    await call('POST', '/api/v1/dynamic-secrets/leases', { ...place, dynamicSecretName: 'portal' });
    const file = join(scratchFolder(), 'copy.db');
    expect((await waitForExit(sallyport(['backup', file], { DATA_DIR: data }))).code).to.equal(0);
    await stop(server);
    const settings = {
      DATA_DIR: join(scratchFolder(), 'elsewhere'),
      ROOT_KEY: readFileSync(join(data, 'root.key'), 'utf8').trim(),
    };
    const { out } = await waitForExit(sallyport(['restore', file], settings));
    expect(out).to.match(/The 1 leases .* are not revoked .*: sallyport leases resume\n/);
    const again = await serve(settings);
    const resumed = await waitForExit(
      sallyport(['leases', 'resume'], { SALLYPORT_URL: again.url, SALLYPORT_TOKEN: token }),
    );
    expect(resumed.err).to.include('They had waited since');
    await stop(again);
  });

  it('also read the root key from its file', async () => {
    const { server, data } = await seeded();
    const file = join(scratchFolder(), 'copy.db');
    expect((await waitForExit(sallyport(['backup', file], { DATA_DIR: data }))).code).to.equal(0);
    await stop(server);
    const otherFolder = join(scratchFolder(), 'elsewhere');
    mkdirSync(otherFolder, { mode: 0o700 });
    expect((await waitForExit(sallyport(['restore', file], { DATA_DIR: otherFolder }))).code).to.equal(1);
    expect(readdirSync(otherFolder), 'no lock is left').to.deep.equal([]);
    copyFileSync(join(data, 'root.key'), join(otherFolder, 'root.key'));
    expect((await waitForExit(sallyport(['restore', file], { DATA_DIR: otherFolder }))).code).to.equal(0);
    const again = await serve({ DATA_DIR: otherFolder });
    expect(again.output()).not.to.contain('bootstrap');
    await stop(again);
  });

  it('refuse missing sources, existing targets, and invalid backups', async () => {
    const data = join(scratchFolder(), 'data');
    const file = join(scratchFolder(), 'copy.db');
    expect((await waitForExit(sallyport(['backup', file], { DATA_DIR: data }))).err).to.contain('There is no database');
    expect(existsSync(data)).to.equal(false);
    expect((await waitForExit(sallyport(['migrate'], { DATA_DIR: data }))).code).to.equal(0);

    writeFileSync(file, 'mine');
    expect((await waitForExit(sallyport(['backup', file], { DATA_DIR: data }))).err).to.contain('exists already');
    expect(readFileSync(file, 'utf8')).to.equal('mine');
    expect((await waitForExit(sallyport(['backup', '/nowhere/at/all'], { DATA_DIR: data }))).err).to.contain(
      'cannot be written',
    );

    const empty = join(scratchFolder(), 'empty');
    for (const bad of [file, join(data, 'lock'), '/nowhere/at/all']) {
      const { code, err } = await waitForExit(sallyport(['restore', bad], { DATA_DIR: empty }));
      expect(code).to.equal(1);
      expect(err).to.match(/is not a complete backup|does not exist/);
      expect(existsSync(empty)).to.equal(false);
    }
    expect(readdirSync(data).filter((name) => name.includes('unfinished'))).to.deep.equal([]);
  });

  it('refer to the tools of PostgreSQL, without showing its password', async () => {
    const settings = { DATABASE_URL: 'postgres://someone:hunter2@db.example/sallyport', ROOT_KEY: 'ab'.repeat(32) };
    const { code, out, err } = await waitForExit(sallyport(['backup', "it's.dump"], settings));
    expect(code).to.equal(0);
    expect(out).to.match(
      /^pg_dump --format=custom --file='.*it'\\''s\.dump' 'postgres:\/\/someone@db\.example\/sallyport'\n$/,
    );
    expect(out + err).not.to.contain('hunter2');
    const several = {
      ...settings,
      DATABASE_URL: 'postgres://someone:hunter2@a:5432,b:5433/sallyport?target_session_attrs=read-write',
    };
    expect((await waitForExit(sallyport(['backup', 'it.dump'], several))).out).to.match(
      / 'postgres:\/\/someone@a:5432,b:5433\/sallyport\?target_session_attrs=read-write'\n$/,
    );
    expect((await waitForExit(sallyport(['restore', 'x.dump'], settings))).err).to.contain('pg_restore');
  });
});

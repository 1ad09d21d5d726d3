import { expect } from 'chai';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { scratchFolder } from '../support/world/folders.ts';
import { bootstrapCommandOf, waitForExit, waitForStart } from '../support/world/program.ts';
import { newStorage } from '../support/world/world.ts';

const root = join(import.meta.dirname, '..', '..');
const dist = (file: string): string => join(root, 'dist', file);

/** Copies the files to an empty folder, without the packages and the environment of the project. */
const copyToEmptyFolder = (files: readonly string[]): string => {
  const folder = join(scratchFolder(), "ada's own");
  mkdirSync(folder);
  for (const file of files) copyFileSync(dist(file), join(folder, file));
  return folder;
};

interface Form {
  readonly name: string;
  readonly make: () => void;
  readonly files: readonly string[];
  readonly command: readonly [string, ...string[]];
}

const forms: readonly Form[] = [
  {
    name: 'sallyport.cjs with the binding beside it',
    make: () => undefined,
    files: ['sallyport.cjs', 'better_sqlite3.node'],
    command: [process.execPath, 'sallyport.cjs'],
  },
  {
    name: 'the executable that needs no Node',
    make: () => execFileSync(process.execPath, [join(root, 'scripts', 'build-binary.mjs')], { stdio: 'ignore' }),
    files: ['sallyport'],
    command: ['./sallyport'],
  },
];

for (const {
  name,
  make,
  files,
  command: [program, ...args],
} of forms) {
  const isExecutable = args.length === 0;
  const command = args[0] ?? program;
  describe(`${name}, without its packages`, () => {
    let folder: string;
    before(() => {
      make();
      folder = copyToEmptyFolder(files);
    });
    const run = (...more: string[]) =>
      spawn(program, [...args, ...more], {
        cwd: folder,
        env: { DATA_DIR: join(folder, 'data'), PORT: '0' },
        stdio: 'pipe',
      });

    it('serves everything: the contract, the page, secrets and certificates', async () => {
      const { url, child } = await waitForStart(run('serve'));
      expect((await fetch(`${url}/readyz`)).status, 'ready as soon as it listens').to.equal(200);
      const first = await waitForExit(
        run('bootstrap', '--email', 'a@example.com', '--organization', 'A', '--url', url, '--json'),
      );
      expect(first.code, first.err).to.equal(0);
      const token = JSON.parse(first.out).identity.credentials.token as string;
      const call = async (method: string, path: string, body?: object): Promise<any> => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const response = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
        const answer: unknown = await response.json();
        expect(response.status, JSON.stringify(answer)).to.equal(200);
        return answer;
      };
      const { project } = await call('POST', '/api/v1/projects', { projectName: 'P' });
      const refused = await fetch(`${url}/api/v1/projects`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ projectName: 7, roles: [] }),
      });
      expect(refused.status, 'by a validator that the build compiled').to.equal(422);
      const environment = { projectId: project.id as string, environment: 'dev' };
      await call('POST', '/api/v4/secrets/NAME', { ...environment, secretValue: 'stored' });
      expect(
        (await call('GET', `/api/v4/secrets/NAME?projectId=${environment.projectId}&environment=dev`)).secret
          .secretValue,
      ).to.equal('stored');

      const configuration = { type: 'root', commonName: 'Root', keyAlgorithm: 'EC_prime256v1' };
      const authority = await call('POST', '/api/v1/cert-manager/ca/internal', {
        projectId: project.id,
        name: 'root',
        status: 'active',
        configuration,
      });
      const issued = await call('POST', '/api/v1/cert-manager/certificates/issue-certificate', {
        caId: authority.id,
        commonName: 'a.example',
        altNames: 'a.example',
        ttl: '1d',
      });
      expect(issued.certificate).to.match(/^-----BEGIN CERTIFICATE-----/);

      const pages = ['/docs', '/docs/guides', '/docs/guides/secrets', '/docs/reference', '/docs/reference/secrets'];
      for (const page of [...pages, '/docs/icon.svg', '/api/openapi.json']) {
        const response = await fetch(url + page);
        expect(response.status, page).to.equal(200);
        const files = (await response.text()).match(/\/docs\/files\/[\w.-]+/g) ?? [];
        if (pages.includes(page)) expect(files, page).not.to.be.empty;
        for (const file of files) expect((await fetch(url + file)).status, file).to.equal(200);
      }
      child.kill('SIGTERM');
      expect((await once(child, 'exit'))[0]).to.equal(0);
    });

    const ways: readonly [string, () => { cwd: string; file: string; shown: string }][] = [
      ['its own folder', () => ({ cwd: folder, file: command, shown: command })],
      [
        'the folder above',
        () => ({
          cwd: dirname(folder),
          file: `./${basename(folder)}/${files[0]}`,
          shown: isExecutable ? `'./ada'\\''s own/sallyport'` : `'ada'\\''s own/sallyport.cjs'`,
        }),
      ],
      [
        'elsewhere',
        () => ({
          cwd: scratchFolder(),
          file: join(folder, files[0]!),
          shown: `'${join(folder, files[0]!).replace("'", `'\\''`)}'`,
        }),
      ],
    ];
    for (const [place, way] of ways) {
      it(`started from ${place}, prints a bootstrap command that a shell can run there`, async () => {
        const { cwd, file, shown } = way();
        const env = { DATA_DIR: join(scratchFolder(), 'data'), PORT: '0' };
        const [started, ...first] = isExecutable ? [file] : [process.execPath, file];
        const server = await waitForStart(spawn(started, [...first, 'serve'], { cwd, env, stdio: 'pipe' }));
        const printed = await bootstrapCommandOf(server);
        expect(printed).to.include(`${isExecutable ? '' : `${process.execPath} `}${shown} bootstrap --email`);
        const { code, out, err } = await waitForExit(
          spawn('/bin/sh', ['-c', printed], { cwd, env: {}, stdio: 'pipe' }),
        );
        expect(code, err).to.equal(0);
        expect(out).to.include('My Organization');
        server.child.kill('SIGTERM');
        await once(server.child, 'exit');
      });
    }

    it('found in PATH, prints its name in that command', async () => {
      const env = {
        DATA_DIR: join(scratchFolder(), 'data'),
        PORT: '0',
        PATH: `${isExecutable ? folder : dirname(process.execPath)}:/usr/bin:/bin`,
      };
      const typed = isExecutable ? 'sallyport' : 'node sallyport.cjs';
      const server = await waitForStart(
        spawn('/bin/sh', ['-c', `exec ${typed} serve`], { cwd: folder, env, stdio: 'pipe' }),
      );
      const printed = await bootstrapCommandOf(server);
      expect(printed.startsWith(`${typed} bootstrap `), printed).to.equal(true);
      const { code, err } = await waitForExit(spawn('/bin/sh', ['-c', printed], { cwd: folder, env, stdio: 'pipe' }));
      expect(code, err).to.equal(0);
      server.child.kill('SIGTERM');
      await once(server.child, 'exit');
    });

    it('serves with several processes on PostgreSQL', async () => {
      const env = { ...(await newStorage('postgres')), PORT: '0', WORKERS: '2', DRAIN_DELAY_MS: '0' };
      const child = spawn(program, [...args, 'serve'], { cwd: folder, env, stdio: 'pipe' });
      const log = text(child.stdout);
      const { url } = await waitForStart(child);
      for (let count = 0; count < 4; count += 1) expect((await fetch(`${url}/healthz`)).status).to.equal(200);
      child.kill('SIGTERM');
      expect((await once(child, 'exit'))[0]).to.equal(0);
      expect(await log)
        .to.match(/"worker":1,.*"msg":"worker listening"/)
        .and.match(/"worker":2,.*"msg":"worker listening"/);
    });

    it(`runs with ${isExecutable ? 'the recommended Node, whichever one built it' : 'the Node that starts it'}`, async () => {
      const { out } = await waitForExit(run('doctor'));
      expect(out).to.match(
        isExecutable
          ? /^ok +Sallyport .* on Node v24\./m
          : new RegExp(`^(ok|note) +Sallyport .* on Node ${process.version}$`, 'm'),
      );
    });

    it('supports the other subcommands', async () => {
      expect((await waitForExit(run('migrate', '--status'))).out).to.match(/^applied {2}0001-foundation$/m);
      expect((await waitForExit(run('doctor'))).out).to.match(/ok +root key fits the database/);
      expect((await waitForExit(run('backup', 'copy.db'))).code).to.equal(0);
    });
  });
}

describe('sallyport.cjs', () => {
  it('runs without the code that another version of Node.js compiled', async () => {
    const folder = copyToEmptyFolder(['sallyport.cjs', 'better_sqlite3.node']);
    const program = readFileSync(dist('sallyport.cjs'), 'latin1');
    const compiledBy = `"${process.version} ${process.platform} ${process.arch}"`;
    expect(program).to.include(compiledBy);
    writeFileSync(join(folder, 'sallyport.cjs'), program.replace(compiledBy, '"another"'));
    const run = spawn(process.execPath, ['sallyport.cjs', 'migrate', '--status'], {
      cwd: folder,
      env: { DATA_DIR: join(folder, 'data') },
      stdio: 'pipe',
    });
    const { code, out, err } = await waitForExit(run);
    expect({ code, err }).to.deep.equal({ code: 0, err: '' });
    expect(out).to.match(/^pending {2}0001/);
  });

  it('says so if the binding is for other versions of Node.js', async () => {
    const folder = copyToEmptyFolder(['sallyport.cjs']);
    const binding = readFileSync(dist('better_sqlite3.node'), 'latin1');
    const other = binding.replaceAll(/(?<=n(ode|api)_register_module_v)\d+/g, (version) => '0'.repeat(version.length));
    writeFileSync(join(folder, 'better_sqlite3.node'), other, 'latin1');
    const run = spawn(process.execPath, ['sallyport.cjs', 'serve'], {
      cwd: folder,
      env: { DATA_DIR: join(folder, 'data'), PORT: '0' },
      stdio: 'pipe',
    });
    const { code, err } = await waitForExit(run);
    expect(code).to.equal(1);
    expect(err).to.include(`is not for Node ${process.version}. Use the version of Node that built it`);
  });

  it('is plain ASCII, because Node.js would store it with two bytes per character otherwise', () => {
    expect(readFileSync(dist('sallyport.cjs')).findIndex((byte) => byte > 127)).to.equal(-1);
  });
});

import { expect } from 'chai';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { join } from 'node:path';
import { scratchFolder } from '../support/world/folders.ts';
import { serve, type Server } from '../support/world/program.ts';

interface Answer {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

describe('the files of the console in the built program', () => {
  let server: Server;
  before(async () => {
    server = await serve({ DATA_DIR: join(scratchFolder(), 'data') });
  });
  after(() => server.child.kill());

  const ask = async (path: string, headers: Record<string, string> = {}): Promise<Answer> => {
    const [response] = (await once(get(`${server.url}${path}`, { headers }), 'response')) as [IncomingMessage];
    return { status: response.statusCode!, headers: response.headers, body: await buffer(response) };
  };

  /** The files that a page loads at once: its scripts with what they import, and its style sheets. */
  const firstLoad = async (): Promise<string[]> => {
    const { body } = await ask('/', html);
    return [...body.toString().matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map(([, path]) => path!);
  };

  const sizeOf = async (paths: readonly string[]): Promise<number> => {
    const answers = await Promise.all(paths.map((path) => ask(path, { 'accept-encoding': 'gzip' })));
    expect(answers.map(({ status }) => status)).to.deep.equal(paths.map(() => 200));
    return answers.reduce((sum, { body }) => sum + body.length, 0);
  };

  /** The files that a script imports: at once, or when they are needed. */
  const importsOf = async (path: string) => {
    const text = gunzipSync((await ask(path, { 'accept-encoding': 'gzip' })).body).toString();
    const paths = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, path]) => path!);
    return { needed: paths(/(?:from|import)"(\/console\/[^"]+)"/g), lazy: paths(/import\("(\/console\/[^"]+)"\)/g) };
  };

  const withNeeded = async (path: string, seen = new Set<string>()): Promise<Set<string>> => {
    if (seen.has(path)) return seen;
    seen.add(path);
    for (const each of (await importsOf(path)).needed) await withNeeded(each, seen);
    return seen;
  };

  it('are at most 350 kB compressed for any page, and 60 kB for each that follows the overview of a project', async () => {
    const first = await firstLoad();
    const main = first.find((path) => path.includes('/main-') && path.endsWith('.js'))!;
    const { lazy } = await importsOf(main);
    expect(lazy).to.have.length.above(4);
    const shared = await withNeeded(main);
    expect(first).to.include.members([...shared]);
    // Besides these, the first page names the files of the page of its address.
    const style = first.filter((path) => path.endsWith('.css'));
    const base = await sizeOf([...shared, ...style]);
    expect(await sizeOf(first)).to.be.at.most(350_000);
    const afterOverview = await withNeeded(
      lazy.find((path) => path.includes('/pages-overview-'))!,
      new Set(shared),
    );
    for (const page of lazy) {
      const needed = [...(await withNeeded(page))];
      expect(base + (await sizeOf(needed.filter((path) => !shared.has(path)))), page).to.be.at.most(350_000);
      expect(await sizeOf(needed.filter((path) => !afterOverview.has(path))), page).to.be.at.most(60_000);
    }
  });

  it('for the first secret are few and small, and the first of them starts the requests for data', async () => {
    const { body } = await ask('/p/rocket/dev', html);
    const page = body.toString();
    const paths = [...page.matchAll(/(?:src|href)="(\/console\/[^"]+)"/g)].map(([, path]) => path!);
    expect(paths).to.have.length.at.most(7);
    const answers = await Promise.all(paths.map((path) => ask(path, { 'accept-encoding': 'br' })));
    expect(answers.reduce((sum, each) => sum + each.body.length, body.length)).to.be.at.most(200_000);
    // The page of the address needs nothing more, so that no round trip follows another.
    const needed = new Set<string>();
    for (const path of paths.filter((each) => each.endsWith('.js'))) await withNeeded(path, needed);
    expect(paths).to.include.members([...needed]);
    expect(page).to.match(/<script type="module" async="" src="\/console\/start-/);
  });

  it('wait behind a frame that the page of a project shows at once, and other pages do not', async () => {
    const frame = async (path: string) => /<body>(.*?)<link/s.exec((await ask(path, html)).body.toString())![1];
    expect(await frame('/p/rocket/dev')).to.match(/<header>.*Sallyport.*<main/);
    expect(await frame('/')).to.match(/<header>/);
    expect(await frame('/nonsense')).to.match(/<header>/);
    expect(await frame('/login')).not.to.match(/<header>/);
  });

  it('are sent with the compression that the client accepts, and may be cached forever', async () => {
    const [path] = (await firstLoad()).filter((name) => name.endsWith('.css'));
    const plain = await ask(path!);
    const brotli = await ask(path!, { 'accept-encoding': 'gzip, deflate, br' });
    const gzip = await ask(path!, { 'accept-encoding': 'gzip, deflate' });
    expect(plain.headers).not.to.have.property('content-encoding');
    expect(brotli.headers['content-encoding']).to.equal('br');
    expect(gzip.headers['content-encoding']).to.equal('gzip');
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).to.equal(true);
    expect(gunzipSync(gzip.body).equals(plain.body)).to.equal(true);
    for (const { headers } of [plain, brotli, gzip]) {
      expect(headers['cache-control']).to.equal('public, max-age=31536000, immutable');
      expect(headers['content-type']).to.match(/^text\/css/);
      expect(headers.vary).to.equal('Accept-Encoding');
    }
  });

  it('are only those of the build', async () => {
    for (const path of ['/console/none.js', '/console/..%2Fbuild-hash', '/console/console.json', '/console/']) {
      const { status, headers } = await ask(path, html);
      expect(status, path).to.equal(404);
      expect(headers['content-type'], path).to.match(/json/);
    }
  });

  it('show a page to browsers at every address outside of the API, and JSON to programs', async () => {
    for (const [path, status] of [
      ['/', 200],
      ['/login', 200],
      ['/p/rocket', 200],
      ['/p/rocket/dev/some/folder', 200],
      ['/nonsense', 404],
      ['/p', 404],
    ] as const) {
      const page = await ask(path, html);
      expect(page.status, path).to.equal(status);
      expect(page.headers['content-type'], path).to.match(/^text\/html/);
      expect(page.headers['cache-control'], path).to.equal('no-store');
    }
    for (const [path, headers] of [
      ['/api/nonsense', html],
      ['/nonsense', { accept: '*/*' }],
      ['/p/rocket', {}],
    ] as const) {
      const answer = await ask(path, headers);
      expect(answer.status, path).to.equal(404);
      expect(JSON.parse(answer.body.toString()), path).to.include({ statusCode: 404, error: 'NotFound' });
    }
    const start = await ask('/', { accept: '*/*' });
    expect([start.status, start.headers.location]).to.deep.equal([302, '/docs']);
  });

  it('run under a policy that allows only this server, and styles by a nonce', async () => {
    const policyOf = async (path: string) => (await ask(path, html)).headers['content-security-policy'] as string;
    const policy = await policyOf('/login');
    expect(policy).to.match(
      /^default-src 'self'; style-src 'self' 'nonce-[\w+/=]+'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    );
    expect(await policyOf('/login')).not.to.equal(policy);
    const connect = async (path: string) => / connect-src ([^;]+);/.exec(await policyOf(path))![1];
    expect(await connect('/login?callback_port=8123')).to.equal("'self' http://127.0.0.1:8123");
    for (const path of [
      '/?callback_port=8123',
      '/login/x?callback_port=8123',
      '/login?callback_port=0',
      '/login?callback_port=65536',
      '/login?callback_port=1e3',
      '/login?callback_port=80.0',
      '/login?callback_port=',
      '/login?callback_port=8123&callback_port=8124',
      '/login?callback_port=8123;script-src',
    ])
      expect(await connect(path), path).to.equal("'self'");
  });
});

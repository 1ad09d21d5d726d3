import { expect } from 'chai';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { contract } from '../support/expect/contract.ts';
import { newStorage, ownWorld } from '../support/world/world.ts';

describe('the served contract', () => {
  let url: string;
  before(async () => {
    url = (await ownWorld(await newStorage('sqlite'))).server.url;
  });

  it('is available as JSON and as YAML', async () => {
    const json = await fetch(`${url}/api/openapi.json`);
    expect(json.headers.get('content-type')).to.match(/^application\/json/);
    expect(await json.json()).to.deep.equal(contract);

    const yaml = await fetch(`${url}/api/openapi.yaml`);
    expect(yaml.headers.get('content-type')).to.match(/^application\/yaml/);
    expect(parse(await yaml.text())).to.deep.equal(contract);
  });

  it('is where Infisical has its document, too', async () => {
    const response = await fetch(`${url}/api/docs/json`);
    expect(response.url).to.equal(`${url}/api/openapi.json`);
    expect(await response.json()).to.deep.equal(contract);
  });

  it('is compressed, and not sent again to clients that have it', async () => {
    for (const path of ['/api/openapi.json', '/api/openapi.yaml']) {
      for (const encoding of ['br', 'gzip', 'identity']) {
        const response = await fetch(`${url}${path}`, { headers: { 'Accept-Encoding': encoding } });
        expect(response.headers.get('content-encoding') ?? 'identity').to.equal(encoding);
        expect(response.headers.get('vary')).to.contain('Accept-Encoding');
        expect((await response.text()).length).to.be.above(100_000);
      }
      const etag = (await fetch(`${url}${path}`)).headers.get('etag')!;
      const again = await fetch(`${url}${path}`, { headers: { 'If-None-Match': etag } });
      expect([again.status, await again.text()]).to.deep.equal([304, '']);
      const other = await fetch(`${url}${path}`, { headers: { 'If-None-Match': '"other"' } });
      expect(other.status).to.equal(200);
      await other.body?.cancel();
    }
  });

  it('is available as a page that loads nothing from other servers', async () => {
    const page = await fetch(`${url}/docs`);
    expect(page.headers.get('content-type')).to.match(/^text\/html/);
    expect(page.headers.get('content-security-policy'))
      .to.contain("default-src 'none'")
      .and.contain("script-src 'self'");
    const text = await page.text();
    expect(text, 'the version').to.contain(`>${packageJson.version}<`).and.not.contain('{{');
    const links = [...text.matchAll(/(?:src|href)="([^"#]+)"/g)].map(([, link]) => link!);
    expect(links).to.have.length.above(6);
    for (const link of links) {
      expect(link).to.match(/^\/((docs|api)\/|$)/);
      const asset = await fetch(`${url}${link}`);
      expect(asset.status, link).to.equal(200);
      expect((await asset.arrayBuffer()).byteLength, link).to.be.above(50);
    }
  });

  it('is accompanied by guides, whose links lead to pages and headings', async () => {
    const pages = new Map<string, string>();
    const load = async (path: string): Promise<string> => {
      const page = await fetch(`${url}${path}`, { headers: { 'Accept-Encoding': 'br' } });
      expect(page.status, path).to.equal(200);
      expect(page.headers.get('content-encoding'), path).to.equal('br');
      expect(page.headers.get('content-security-policy'), path).to.contain("default-src 'none'");
      const text = await page.text();
      pages.set(path, text);
      return text;
    };
    const list = [...(await load('/docs/guides')).matchAll(/href="(\/docs\/guides\/[\w-]+)"/g)].map(
      ([, link]) => link!,
    );
    for (const path of new Set(list)) await load(path);
    expect(pages.size).to.be.above(10);
    for (const [path, text] of pages)
      for (const [, target, anchor] of text.matchAll(/href="(\/docs\/guides[\w/-]*)?#([^"]+)"/g))
        expect(pages.get(target ?? path), `${path} -> ${target}`).to.contain(`id="${anchor}"`);
    expect((await fetch(`${url}/docs/guides/none`)).status).to.equal(404);
  });

  it('is the reference: operations on the page of their tag, deprecated ones last, with an example of the response', async () => {
    interface Operation {
      readonly operationId: string;
      readonly tags: readonly string[];
      readonly deprecated?: boolean;
      readonly responses: Record<string, any>;
    }
    const items = Object.values<Record<string, Operation>>(contract.paths);
    const operations = items.flatMap((item) => Object.values(item).filter(({ operationId }) => operationId));
    const answersJson = ({ responses }: Operation): boolean => {
      const { $ref, content } = responses['200'] ?? {};
      const shown = $ref ? contract.components.responses[$ref.split('/').at(-1)].content : content;
      return 'application/json' in (shown ?? {});
    };
    const load = async (path: string): Promise<string> => {
      const response = await fetch(`${url}${path}`);
      expect(response.status, path).to.equal(200);
      return response.text();
    };
    const first = await load('/docs/reference');
    const links = [...first.matchAll(/href="\/docs\/reference\/([\w-]+)"/g)].map(([, tag]) => tag!);
    const tags = [...new Set(links)];
    expect(tags).to.deep.equal(contract['x-tagGroups'].flatMap((group: { tags: string[] }) => group.tags));
    for (const tag of tags) {
      const sections = (await load(`/docs/reference/${tag}`)).split('<section class="operation" id="').slice(1);
      const own = operations.filter((operation) => operation.tags[0] === tag);
      const inOrder = [...own.filter((each) => !each.deprecated), ...own.filter((each) => each.deprecated)];
      expect(sections.map((section) => /^\w+/.exec(section)![0])).to.deep.equal(
        inOrder.map(({ operationId }) => operationId),
      );
      for (const [index, section] of sections.entries()) {
        const operation = inOrder[index]!;
        const title = section.slice(0, section.indexOf('</h2>'));
        expect(title.includes('class="deprecated"'), title).to.equal(operation.deprecated === true);
        if (answersJson(operation)) expect(section).to.match(/<pre class="example" tabindex="0"><code>[[{]/);
        for (const [, error] of section.matchAll(/href="\/docs\/reference#(\w+)"/g))
          expect(first).to.contain(`id="${error}"`);
      }
    }
    expect((await fetch(`${url}/docs/reference/none`)).status).to.equal(404);
  });

  it('is not the only page: an invitation link leads to one too', async () => {
    const page = await fetch(`${url}/signupinvite?token=code&to=ada%40example.com&organization_id=o`, {
      headers: { Accept: 'text/html' },
    });
    expect(page.status).to.equal(200);
    expect(page.headers.get('content-type')).to.match(/^text\/html/);
    expect(page.headers.get('referrer-policy')).to.equal('no-referrer');
    expect(await page.text()).not.to.contain('ada');
  });

  it('is where the root path redirects to', async () => {
    const { status, headers } = await fetch(url, { redirect: 'manual' });
    expect({ status, location: headers.get('location') }).to.deep.equal({ status: 302, location: '/docs' });
  });
});

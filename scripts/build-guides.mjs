// src/http/pages/guides/*.md -> one HTML page for each guide. The same files are readable on a code host:
// a link to another guide is relative there, and one to another file of the repository is only its name here.
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { Marked } from 'marked';
import { escape, fill, raw } from './html.mjs';
import { root } from './setup.mjs';

const pages = join(root, 'src', 'http', 'pages');
const folder = join(pages, 'guides');

/** The anchor of a heading, as code hosts make it. */
export const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

const addressOf = (name) => (name === 'README' ? '/docs/guides' : `/docs/guides/${name}`);

/** The address of a link on the served page; undefined for a file that the server does not serve. */
const linkOf = (href) => {
  if (/^(https?:|#)/.test(href)) return href;
  const [, name, anchor] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return name && `${addressOf(name)}${anchor ?? ''}`;
};

const inRepository = (href) => relative(root, join(folder, href));

const types = { svg: 'image/svg+xml', png: 'image/png' };

const renderer = {
  heading({ tokens, depth, text }) {
    return `<h${depth} id="${anchorOf(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
  },
  link({ href, tokens }) {
    const content = this.parser.parseInline(tokens);
    const link = linkOf(href);
    return link ? `<a href="${escape(link)}">${content}</a>` : `${content} (<code>${inRepository(href)}</code>)`;
  },
  image({ href, text }) {
    const content = readFileSync(join(folder, href)).toString('base64');
    return `<img src="data:${types[href.split('.').at(-1)]};base64,${content}" alt="${escape(text)}" />`;
  },
  code({ text }) {
    return `<pre tabindex="0"><code>${escape(text)}</code></pre>\n`;
  },
  table(token) {
    const row = (cells, tag) =>
      `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
    return `<div class="table" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${token.rows.map((cells) => row(cells, 'td')).join('')}</tbody></table></div>\n`;
  },
};

const titleOf = (markdown) => /^# (.*)$/m.exec(markdown)[1];

/** The guides by name; in the order in which the first page lists them. */
const readGuides = () => {
  const read = (name) => [name, readFileSync(join(folder, `${name}.md`), 'utf8')];
  const first = read('README');
  const names = readdirSync(folder).map((file) => basename(file, '.md'));
  const position = (name) => first[1].indexOf(`(${name}.md)`);
  const others = names.filter((name) => name !== 'README').sort((a, b) => position(a) - position(b));
  const missing = others.find((name) => position(name) < 0);
  if (missing) throw new Error(`guides/README.md does not list ${missing}.md`);
  return [first, ...others.map(read)];
};

/** Builds the pages; returns them by the names of the guides. */
export const buildGuides = () => {
  const guides = readGuides();
  const marked = new Marked({ renderer });
  const template = readFileSync(join(pages, 'guide.html'), 'utf8');
  const menuFor = (current) =>
    guides
      .map(([name, text]) => {
        const state = name === current ? ' aria-current="page"' : '';
        return `<li><a href="${addressOf(name)}"${state}>${escape(titleOf(text))}</a></li>`;
      })
      .join('\n');
  const pageOf = (name, text) =>
    fill(template, { title: titleOf(text), menu: raw(menuFor(name)), content: raw(marked.parse(text)) });
  return Object.fromEntries(guides.map(([name, text]) => [name, pageOf(name, text)]));
};

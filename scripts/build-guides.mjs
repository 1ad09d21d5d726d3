// src/http/pages/guides/*.md -> one HTML page for each guide. The same files are readable on a code host:
// a link to another guide is relative there, and one to another file of the repository is only its name here.
import { readFileSync, readdirSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { Marked } from 'marked';
import { escape, fill, raw } from './html.mjs';
import { pageTemplate } from './page-template.mjs';
import { root } from './setup.mjs';
import { tabs } from './tabs.mjs';

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

/** The address of a picture; those that also exist for the dark scheme are named `...-light.png` and `...-dark.png`. */
const pictureAddress = (href) => `/docs/${basename(href)}`;

/** The size of a PNG, for whose place the page then leaves room before it is loaded. */
const sizeOf = (href) => {
  if (!href.endsWith('.png')) return '';
  const start = readFileSync(join(folder, href)).subarray(16, 24);
  return ` width="${start.readUInt32BE(0)}" height="${start.readUInt32BE(4)}"`;
};

/** The server and the project of the reader take the place of these, in commands. */
const withPlaces = (text) =>
  escape(text)
    .replaceAll('http://localhost:8080', '<span data-address>http://localhost:8080</span>')
    .replaceAll('the id of your project', '<span data-project="id">the id of your project</span>')
    .replaceAll(/\brockets\b(?![\w.-])/g, '<span data-project="slug">rockets</span>');

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
    const picture = `<img src="${pictureAddress(href)}" alt="${escape(text)}"${sizeOf(href)} loading="lazy" />`;
    if (!href.endsWith('-light.png')) return picture;
    const dark = pictureAddress(href.replace('-light.png', '-dark.png'));
    return `<picture><source srcset="${dark}" media="(prefers-color-scheme: dark)" />${picture}</picture>`;
  },
  code({ text }) {
    return `<pre tabindex="0"><code>${withPlaces(text)}</code></pre>\n`;
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

const tabbed = /<!-- tabs -->\n([\s\S]*?)<!-- \/tabs -->/g;

/** The content of a guide; between the marks, each line in bold is the label of a tab. */
const contentOf = (name, text, marked) => {
  let count = 0;
  const parts = text.split(tabbed).map((part, index) => {
    if (index % 2 === 0) return marked.parse(part);
    const [, ...labelled] = part.split(/^\*\*(.+)\*\*$/m);
    const forms = labelled.flatMap((label, at) => (at % 2 === 0 ? [[label, raw(marked.parse(labelled[at + 1]))]] : []));
    return String(tabs(`${name}-${(count += 1)}`, forms));
  });
  return raw(parts.join(''));
};

/** Text without the marks of Markdown, for the search. */
const plain = (markdown) =>
  markdown
    .replaceAll(/<!--.*?-->|^```.*$|[`*|]|\]\([^)]*\)|!?\[/gm, ' ')
    .replaceAll(/-{3,}|\s+/g, ' ')
    .trim();

/** What the search looks in: an entry for every section, with the address that it opens. */
const sectionsOf = ([name, text]) => {
  const title = titleOf(text);
  // A comment in a block is no heading.
  const sections = text
    .replaceAll(/^```[\s\S]*?^```$/gm, (block) => block.replaceAll(/^#/gm, ' #'))
    .split(/^(?=##? )/m);
  return sections.map((section) => {
    const [, heading = title] = /^##? (.*)$/m.exec(section) ?? [];
    return {
      guide: title,
      summary: heading,
      page: addressOf(name),
      id: anchorOf(heading),
      text: plain(section.replace(/^.*\n/, '')).slice(0, 1500),
    };
  });
};

/** The pictures that guides show, by the names under which the pages ask for them. */
export const guidePictures = () => {
  const names = readGuides().flatMap(([, text]) =>
    [...text.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, href]) => href),
  );
  const both = names.flatMap((href) =>
    href.endsWith('-light.png') ? [href, href.replace('-light', '-dark')] : [href],
  );
  return Object.fromEntries(both.map((href) => [basename(href), readFileSync(join(folder, href))]));
};

/** The sections of all guides, for the search. */
export const guideIndex = () => readGuides().flatMap(sectionsOf);

/** Builds the pages; returns them by the names of the guides. */
export const buildGuides = () => {
  const guides = readGuides();
  const marked = new Marked({ renderer });
  const template = pageTemplate('guide');
  const menuFor = (current) =>
    guides
      .map(([name, text]) => {
        const state = name === current ? ' aria-current="page"' : '';
        return `<li><a href="${addressOf(name)}"${state}>${escape(titleOf(text))}</a></li>`;
      })
      .join('\n');
  const pageOf = (name, text) =>
    fill(template, { title: titleOf(text), menu: raw(menuFor(name)), content: contentOf(name, text, marked) });
  return Object.fromEntries(guides.map(([name, text]) => [name, pageOf(name, text)]));
};

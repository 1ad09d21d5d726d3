import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { anchorOf } from '../../scripts/build-guides.mjs';
import { settings } from '../../src/settings.ts';
import { parseHcl } from '../support/clients/hcl.ts';
import { blocksOf, guides, index, readme, type Guide } from '../support/clients/guides.ts';

const root = join(import.meta.dirname, '..', '..');
const all = [readme, index, ...guides];

const anchorsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading!));

/** Links of a document whose file, or whose heading in it, does not exist. */
const brokenLinks = ({ path, text }: Guide): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link]) => link!)
    .filter((link) => !/^https?:/.test(link))
    .filter((link) => {
      const [target, anchor] = link.split('#');
      const file = target ? join(root, dirname(path), target) : join(root, path);
      return !existsSync(file) || (anchor !== undefined && !anchorsOf(readFileSync(file, 'utf8')).includes(anchor));
    });

describe('the README and the guides', () => {
  it('list every setting with the values that the program uses', () => {
    const configuration = guides.find(({ path }) => path.endsWith('configuration.md'))!;
    const rows = configuration.text.split('\n').flatMap((line) => {
      const [, name, fallback, about] = /^\| `([A-Z_]+)` +\| *(.*?) *\| (.*?) +\|$/.exec(line) ?? [];
      return name ? [{ name, fallback, about }] : [];
    });
    const expected = Object.entries(settings).map(([name, { fallback, about }]) => ({
      name,
      fallback: fallback === '' ? '' : `\`${fallback}\``,
      about,
    }));
    expect(rows).to.deep.equal(expected);
  });

  it('keep the README short and narrow, and begin with what it is', () => {
    const lines = readme.text.split('\n');
    expect(lines).to.have.length.at.most(110);
    expect(lines.filter((line) => line.length > 100)).to.deep.equal([]);
    expect(lines[0]).to.match(/^# Sallyport: .*secrets manager/);
  });

  it('show pictures that exist, in light and dark, of which one moves', () => {
    const pictures = [...readme.text.matchAll(/(?:src|srcset)="([^"]+)"/g)].map(([, path]) => path!);
    expect(pictures.filter((path) => !existsSync(join(root, path)))).to.deep.equal([]);
    for (const path of pictures.filter((each) => each.endsWith('-light.png')))
      expect(pictures).to.include(path.replace('-light.', '-dark.'));
    const moving = readFileSync(
      join(
        root,
        pictures.find((path) => path.includes('first-minute'))!,
      ),
    );
    expect(moving.length).to.be.at.most(1_500_000);
    expect(moving.toString('latin1', 37, 41), 'the control of an animation').to.equal('acTL');
  });

  it('link to files and headings that exist', () => {
    for (const guide of all) expect(brokenLinks(guide), guide.path).to.deep.equal([]);
  });

  it('contain only configurations that can be parsed', () => {
    for (const guide of all)
      for (const { language, text } of blocksOf(guide)) {
        if (language === 'json') JSON.parse(text);
        if (language === 'hcl') parseHcl(text);
        if (language !== 'yaml') continue;
        for (const { errors } of parseAllDocuments(text)) expect(errors, `${guide.path}\n${text}`).to.deep.equal([]);
      }
  });
});

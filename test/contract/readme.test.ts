import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '../../src/settings.ts';

const readme = readFileSync(join(import.meta.dirname, '..', '..', 'README.md'), 'utf8');

describe('the README', () => {
  it('lists every setting with the values that the program uses', () => {
    const rows = readme.split('\n').flatMap((line) => {
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
});

import { expect } from 'chai';
import { coloured } from '../../src/cli/colour.ts';
import { readSince } from '../../src/cli/period.ts';
import { nearest, suggestion } from '../../src/cli/suggest.ts';
import { table } from '../../src/cli/table.ts';

describe('texts of the command line', () => {
  it('suggest the name that was probably meant, and list the others', () => {
    expect(nearest('prd', ['dev', 'prod'])).to.equal('prod');
    expect(nearest('production', ['dev', 'prod'])).to.equal('prod');
    expect(nearest('xyz', ['dev', 'prod'])).to.equal(undefined);
    expect(suggestion('stagin', ['dev', 'staging'])).to.equal(' Did you mean staging? There are: dev, staging.');
    expect(suggestion('x', [])).to.equal(' There are none.');
    const many = Array.from({ length: 20 }, (_, index) => `name-${index}`);
    expect(suggestion('x', many)).to.include('name-11 and 8 more.');
  });

  it('make tables as wide as the terminal at most, by cutting the widest columns', () => {
    const rows = [['a-name', 'x'.repeat(60), 'y'.repeat(30)]];
    expect(table(['NAME', 'LONG', 'OTHER'], rows, Infinity)).to.include('x'.repeat(60));
    const lines = table(['NAME', 'LONG', 'OTHER'], rows, 60).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).to.be.at.most(60);
    expect(lines[1]).to.match(/^a-name {2}x+\u2026 {2}y+\u2026?$/);
    // Columns stay readable, even if a line is longer then.
    expect(table(['NAME', 'LONG'], [['a-name', 'x'.repeat(20)]], 5)).to.include('x'.repeat(7));
  });

  it('have colours on a terminal only, and not with NO_COLOR', () => {
    const terminal = { isTTY: true } as NodeJS.WriteStream;
    const { NO_COLOR: former, TERM: kind } = process.env;
    delete process.env.NO_COLOR;
    process.env.TERM = 'xterm';
    try {
      expect(coloured('red', 'x', terminal)).to.equal('\u001b[31mx\u001b[39m');
      expect(coloured('red', 'x', { isTTY: false } as NodeJS.WriteStream)).to.equal('x');
      process.env.NO_COLOR = '1';
      expect(coloured('red', 'x', terminal)).to.equal('x');
    } finally {
      if (former === undefined) delete process.env.NO_COLOR;
      else process.env.NO_COLOR = former;
      if (kind === undefined) delete process.env.TERM;
      else process.env.TERM = kind;
    }
  });

  it('understand today and yesterday', () => {
    const [today, yesterday] = [new Date(readSince('today')), new Date(readSince('yesterday'))];
    for (const day of [today, yesterday]) expect([day.getHours(), day.getMinutes()]).to.deep.equal([0, 0]);
    expect(new Date(today.getTime() - 1).getDate()).to.equal(yesterday.getDate());
    expect(() => readSince('last week')).to.throw(/yesterday/);
  });
});

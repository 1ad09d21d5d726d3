import { expect } from 'chai';
import fc from 'fast-check';
import { parseDotenv, renderDotenv } from '../../../src/formats/dotenv.ts';
import { formatOf, parseValues, renderValues, formats } from '../../../src/cli/import-export/documents.ts';
import { parseJsonText } from '../../../src/cli/import-export/json.ts';
import { splitImport } from '../../../src/cli/import-export/parts.ts';

const values = (text: string) => Object.fromEntries(parseDotenv(text)[0]?.values ?? []);

const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_.-]{0,20}$/);
const tricky = fc.array(
  fc.constantFrom('"', "'", '`', '\\', '$', '${A}', '#', ' #', '\n', '\r\n', '\t', ' ', '=', 'n', 'ü', '😀', ''),
  {
    maxLength: 12,
  },
);
const value = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary-ascii' }).map((text) => text.replaceAll('\0', '')),
  tricky.map((parts) => parts.join('')),
);
const folderValues = fc.dictionary(name, value, { minKeys: 1, maxKeys: 5, noNullPrototype: true });
const path = fc.constantFrom('/', '/app', '/app/deep', '/other');

describe('files of variables', () => {
  it('have names, quotes, comments and values of several lines', () => {
    expect(
      values(
        [
          '# comment',
          '',
          'A=1',
          'export B = two words # comment',
          "C='single # $X \\n'",
          'D="double \\"quoted\\" \\n \\$X" # comment',
          'E="first',
          'second"',
          'F=',
          'G=a#b',
          'H=`it\'s "fine"`',
          'I=${B}',
          '\tJ=x\r',
        ].join('\n'),
      ),
    ).to.deep.equal({
      A: '1',
      B: 'two words',
      C: 'single # $X \\n',
      D: 'double "quoted" \n $X',
      E: 'first\nsecond',
      F: '',
      G: 'a#b',
      H: `it's "fine"`,
      I: '${B}',
      J: 'x',
    });
  });

  it('are refused with the number of the line and without the value', () => {
    for (const [text, message] of [
      ['A=1\nsecret', 'Line 2: expected NAME=value.'],
      ['A=1\n=secret', 'Line 2: expected NAME=value.'],
      ['A="\n\nsecret', 'Line 1: the quote " is not closed.'],
      ['A="x\n" secret', 'Line 2: there is text after the closing quote.'],
      ['A=1\nB="\n"\nA=secret', 'Line 4: A occurs twice.'],
      ['A=1\nsecret/secret=1', 'Line 2: what is before = is no name'],
    ] as const)
      expect(() => parseDotenv(text), text).to.throw(message);
  });

  it('read back what they were written from', () => {
    fc.assert(
      fc.property(folderValues, (given) => {
        expect(values(renderDotenv([{ folder: undefined, values: new Map(Object.entries(given)) }]))).to.deep.equal(
          given,
        );
      }),
    );
  });
});

describe('documents of folders with values', () => {
  const base = { environment: 'dev', path: '/' };

  it('read back what they were written from, in every format', () => {
    const folders = fc.dictionary(path, folderValues, { minKeys: 1, maxKeys: 3, noNullPrototype: true });
    fc.assert(
      fc.property(
        fc.constantFrom(...formats),
        folders,
        fc.constantFrom('dev', 'prod'),
        (format, given, environment) => {
          const all = Object.entries(given)
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .map(([at, inside]) => ({ environment, path: at, values: new Map(Object.entries(inside)) }));
          expect(parseValues(format, renderValues(format, all, base), base)).to.deep.equal(all);
        },
      ),
    );
  });

  it('read back values of white space only', () => {
    for (const format of formats)
      for (const text of [' ', ' \n', '\n \n', 'a\n  \nb\n', '\t\n\n'])
        for (const at of ['/', '/app']) {
          const folders = [
            {
              environment: 'dev',
              path: at,
              values: new Map([
                ['A', text],
                ['B', ''],
              ]),
            },
          ];
          const read = parseValues(format, renderValues(format, folders, base), base);
          expect(read, `${format} ${JSON.stringify(text)}`).to.deep.equal(folders);
        }
  });

  it('name folders below the one of the command, and folders of other environments', () => {
    const text = 'A: 1\n/x: { B: "2", V: 1.10, T: true }\nprod:/y: { C: "3" }\n';
    expect(parseValues('yaml', text, { environment: 'dev', path: '/base/' })).to.deep.equal([
      { environment: 'dev', path: '/base', values: new Map([['A', '1']]) },
      {
        environment: 'dev',
        path: '/base/x',
        values: new Map([
          ['B', '2'],
          ['V', '1.10'],
          ['T', 'true'],
        ]),
      },
      { environment: 'prod', path: '/y', values: new Map([['C', '3']]) },
    ]);
    expect(() => parseValues('env', 'A=1', { environment: undefined, path: '/' })).to.throw('--env');
  });

  it('keep the spelling of numbers in JSON, and everything else is as `JSON.parse` reads it', () => {
    const text = '{"A": 1.10, "B": -0, "C": 12345678901234567890, "D": 1e3, "E": true}';
    expect(Object.fromEntries(parseValues('json', text, base)[0]!.values)).to.deep.equal({
      A: '1.10',
      B: '-0',
      C: '12345678901234567890',
      D: '1e3',
      E: 'true',
    });
    const withoutNumbers = fc
      .jsonValue({ maxDepth: 5 })
      .map((value) =>
        JSON.stringify(value, (_key, inside: unknown) => (typeof inside === 'number' ? String(inside) : inside), 1),
      );
    fc.assert(
      fc.property(withoutNumbers, (json) => {
        expect(parseJsonText(json)).to.deep.equal(JSON.parse(json));
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('{}[]:,"\\ 1a\n')) }), (json) => {
        const isValid = (parse: (text: string) => unknown): boolean => {
          try {
            parse(json);
            return true;
          } catch {
            return false;
          }
        };
        if (isValid(parseJsonText)) expect(isValid(JSON.parse), json).to.equal(true);
      }),
    );
  });

  it('have no variables of names that would be read as something else', () => {
    for (const name of ['A=B', '#A', 'export A']) {
      const folders = [{ environment: 'dev', path: '/', values: new Map([[name, 'x']]) }];
      expect(() => renderValues('env', folders, base), name).to.throw(`${name} cannot be the name of a variable`);
      for (const format of ['json', 'yaml'] as const)
        expect(parseValues(format, renderValues(format, folders, base), base)).to.deep.equal(folders);
    }
  });

  it('are refused without a part of their values', () => {
    for (const [format, text, message] of [
      ['json', '{"A": "1",\n "B": "secret" x', 'The input is not valid JSON at line 2.'],
      ['json', '{"A": "1",\n "B": }', 'The input is not valid JSON at line 2.'],
      ['json', '{"A": "1",\n "B": "secret\n"}', 'The input is not valid JSON at line 2.'],
      ['json', '{"A": "1",\n\n "B": "secret\\"}', 'a text is not closed at line 3.'],
      ['json', '{"A": "1",\n "A": "secret"}', 'A occurs twice at line 2.'],
      ['json', '{"A": "secret"} x', 'The input is not valid JSON at line 1.'],
      ['json', '', 'The input is not valid JSON at line 1.'],
      ['json', `${'['.repeat(100)}`, 'The input has too many levels at line 1.'],
      ['json', '{"A": {"B": "secret"}}', 'A has names in it, so it is a folder: write it as "/A".'],
      ['json', '{"a:b": "secret"}', 'a:b is not allowed as a name'],
      ['yaml', 'a/b: secret', 'a/b is not allowed as a name'],
      ['json', '["secret"]', 'must be a JSON object'],
      ['json', '{"A": ["secret"]}', 'The value of A must be a text'],
      ['json', '{"A": null}', 'The value of A must be a text'],
      ['json', '{"/a": "secret"}', '/a is a folder'],
      ['yaml', 'A: "secret\nB: 1', 'not valid YAML at line'],
      ['yaml', 'A: 1\nA: secret', 'not valid YAML at line 2'],
      ['yaml', 'A: &x secret\nB: *x', 'Aliases'],
      ['yaml', 'secret', 'must be YAML of names'],
    ] as const) {
      const read = () => parseValues(format, text, base);
      expect(read, text).to.throw(message);
      expect(read, text).not.to.throw('secret');
    }
  });

  it('have the format of their name', () => {
    const guessed = ['a.json', 'b.YML', '.env', 'x/.env.local', 'prod.env', 'env', 'a.txt', 'environment'].map(
      formatOf,
    );
    expect(guessed).to.deep.equal(['json', 'yaml', 'env', 'env', 'env', 'env', undefined, undefined]);
  });
});

describe('an import in parts', () => {
  it('has all folders and secrets once, in requests of a bounded size, and the secret imports at the end', () => {
    const secret = (index: number) => ({ secretKey: `K${index}`, secretValue: 'x'.repeat(1000) });
    const folders = ['/a', '/b', '/c'].map((at, folder) => ({
      environment: 'dev',
      path: at,
      description: at,
      secrets: Array.from({ length: folder * 600 }, (_, index) => secret(index)),
      imports: [{ environment: 'dev', path: '/' }],
    }));
    const parts = splitImport({ tags: [{ slug: 'red' }], folders });
    for (const part of parts) expect(JSON.stringify(part).length).to.be.lessThan(1_000_000);
    for (const part of parts) expect(part.tags).to.deep.equal([{ slug: 'red' }]);
    const all = parts.flatMap((part) => part.folders);
    expect(
      all.flatMap(({ path: at, secrets = [] }) => secrets.map(({ secretKey }) => `${at} ${secretKey}`)),
    ).to.deep.equal(folders.flatMap(({ path: at, secrets }) => secrets.map(({ secretKey }) => `${at} ${secretKey}`)));
    expect(parts.at(-1)!.folders.map(({ imports }) => imports)).to.deep.equal(folders.map(({ imports }) => imports));
    expect(all.filter(({ description }) => description).map(({ path: at }) => at)).to.deep.equal(['/a', '/b', '/c']);
  });
});

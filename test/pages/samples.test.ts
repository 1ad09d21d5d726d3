import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { Script } from 'node:vm';
import { samplesOf } from '../../scripts/reference/samples.mjs';
import { buildReference } from '../../scripts/build-reference.mjs';
import contract from '../../generated/openapi.json' with { type: 'json' };

const entities: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&amp;': '&' };

/** The text of a block, as a reader copies it. */
const textOf = (block: unknown): string =>
  String(block)
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&\w+;/g, (entity) => entities[entity]!);

/** All samples of the reference in a language. */
const allIn = (language: string): string[] => {
  const position = ['curl', 'Node.js', 'Python', 'Go'].indexOf(language);
  return Object.values(buildReference(contract).pages).flatMap((page) =>
    [...String(page).matchAll(/<div class="tabs">([\s\S]*?)<\/div>\s*<\/div>/g)].map(([, tabs]) =>
      textOf(tabs!.split('<div class="panel">')[position + 1]),
    ),
  );
};

/** Passes texts to a program that parses them, and throws if it does not exit with 0. */
const parseWith = (command: string, args: readonly string[], input: string): string =>
  execFileSync(command, args, { input, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] });

describe('the samples of the reference', () => {
  const sample = Object.fromEntries(
    samplesOf({
      method: 'PATCH',
      target: "/api/v1/o'ne?x=%22",
      hasToken: true,
      body: { text: `it's "quoted" \`so\` \\`, list: [1, true, null], empty: {} },
    }),
  );

  it('are JavaScript', () => {
    const samples = [textOf(sample['Node.js']), ...allIn('Node.js')];
    expect(samples.length).to.be.above(300);
    for (const text of samples) new Script(`async () => {${text}}`);
  });

  it('are Python with the values of the example', () => {
    const samples = [textOf(sample.Python), ...allIn('Python')];
    const program = 'import ast, json, sys\nfor text in json.load(sys.stdin): ast.parse(text)\nprint("parsed")';
    expect(parseWith('python3', ['-c', program], JSON.stringify(samples))).to.equal('parsed\n');
    expect(textOf(sample.Python)).to.contain(
      '"list": [\n            1,\n            True,\n            None,\n        ],',
    );
  });

  it('are Go as gofmt writes it', () => {
    for (const text of [textOf(sample.Go), ...allIn('Go').slice(0, 20)])
      expect(parseWith('gofmt', [], text)).to.equal(`${text}\n`);
  });

  it('are commands of a shell', () => {
    const all = [textOf(sample.curl), ...allIn('curl')];
    parseWith('sh', ['-n'], `${all.join('\n')}\n`);
  });
});

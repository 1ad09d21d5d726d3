import { expect } from 'chai';
import { statementsIn } from '../../src/platform/targets/mysql-statements.ts';

describe('statements of MySQL', () => {
  const samples: Readonly<Record<string, readonly (readonly [text: string, statements: readonly string[]])[]>> = {
    'end with semicolons, of which the last can be absent': [
      ['SELECT 1; SELECT 2', ['SELECT 1', 'SELECT 2']],
      [' SELECT 1 ;\n;; ', ['SELECT 1']],
      ['', []],
    ],
    'keep what is quoted': [
      [`SELECT ';', "a;b", \`c;d\`; SELECT 2`, [`SELECT ';', "a;b", \`c;d\``, 'SELECT 2']],
      [
        String.raw`SELECT 'it\'s;', 'it''s;'; SELECT "\";"`,
        [String.raw`SELECT 'it\'s;', 'it''s;'`, String.raw`SELECT "\";"`],
      ],
      ['SELECT `a\\`; SELECT `b``;`', ['SELECT `a\\`', 'SELECT `b``;`']],
      [`SELECT 'never closed; SELECT 2`, [`SELECT 'never closed; SELECT 2`]],
      ['SELECT "line\n;";', ['SELECT "line\n;"']],
    ],
    'keep what is in comments, and are not made of them alone': [
      ["SELECT 1 # it's; one\n; SELECT 2 -- it's; two\n;", ["SELECT 1 # it's; one", "SELECT 2 -- it's; two"]],
      ["/* it's; */ SELECT 1; /* nothing; */; -- the end;", ["/* it's; */ SELECT 1"]],
      ['SELECT 5--1; SELECT 2', ['SELECT 5--1', 'SELECT 2']],
      ['/*!80000 SET @a = 1 */; /*M! SET @b = 2 */;', ['/*!80000 SET @a = 1 */', '/*M! SET @b = 2 */']],
      ['SELECT 1 --', ['SELECT 1 --']],
      ['--', []],
    ],
    'end with what a line DELIMITER says': [
      [
        'DELIMITER //\nCREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END//\ndelimiter ;\nCALL p(); SELECT 3;',
        ['CREATE PROCEDURE p() BEGIN SELECT 1; SELECT 2; END', 'CALL p()', 'SELECT 3'],
      ],
      ['-- first\n  DELIMITER $$\nSELECT "$$"; SELECT 1 $$', ['SELECT "$$"; SELECT 1']],
      ['SELECT delimiter FROM t; SELECT 2', ['SELECT delimiter FROM t', 'SELECT 2']],
    ],
  };

  for (const [what, cases] of Object.entries(samples))
    it(what, () => {
      for (const [text, statements] of cases) expect(statementsIn(text), text).to.deep.equal(statements);
    });

  it('are found in a long text at once', () => {
    const long = `SELECT '${'\\\\;'.repeat(4_000)}'; `;
    expect(statementsIn(long.repeat(2))).to.deep.equal([long.slice(0, -2), long.slice(0, -2)]);
  });
});

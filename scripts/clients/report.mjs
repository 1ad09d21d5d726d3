// The table of the reported operations, and whether the run succeeded.
import { columns } from '../table.mjs';

/** The server responds to an unsupported feature with 404, which each client reports in its own words. */
const isNotFound = (error) => /\b404\b|not ?found|no such/i.test(error);

const resultOf = ({ error, isOffered = true }) => {
  if (error === undefined) return 'worked';
  return !isOffered && isNotFound(error) ? 'not offered' : 'failed';
};

/** A row for each reported operation, and one for each that is expected and was not reported. */
export const rowsOf = ({ name, version }, lines, expected = []) => {
  const reported = new Set(lines.map(({ operation }) => operation));
  const missing = expected
    .filter((operation) => !reported.has(operation))
    .map((operation) => ({ operation, error: 'the program ended before this operation' }));
  return [...lines, ...missing].map((line) => {
    const result = resultOf(line);
    return {
      name,
      version,
      operation: line.operation,
      result,
      why: line.error ?? '',
      isExpected: expected.includes(line.operation),
    };
  });
};

export const unavailable = ({ name, version }, why) => ({
  name,
  version,
  operation: '(all)',
  result: 'not available',
  why,
  isExpected: false,
});

const longestReason = 160;
const shortened = (text) => (text.length > longestReason ? `${text.slice(0, longestReason)} ...` : text);

export const table = (rows) =>
  columns([
    ['client', 'version', 'operation', 'result', 'why'],
    ...rows.map(({ name, version, operation, result, why }) => [name, version, operation, result, shortened(why)]),
  ]);

/** The failures with their full reason: FAILED if the operation is expected to work. */
export const failureLines = (rows) =>
  rows
    .filter(({ result }) => result === 'failed')
    .map(
      ({ name, operation, why, isExpected }) => `${isExpected ? 'FAILED' : 'failed'}  ${name}: ${operation}: ${why}`,
    );

/** Whether an operation that is expected to work failed. */
export const hasRegression = (rows) => rows.some(({ isExpected, result }) => isExpected && result !== 'worked');

export const summary = (rows) => {
  const count = (wanted) => rows.filter(({ result }) => result === wanted).length;
  return `${count('worked')} worked, ${count('failed')} failed, ${count('not offered')} not offered, ${count('not available')} clients not available`;
};

import { Box, Text, VisuallyHidden } from '@mantine/core';

type Line = readonly [sign: ' ' | '-' | '+', text: string];

/** More lines than this are compared as a whole. */
const maxCells = 250_000;

/** The lines of the longest common subsequence, and what was removed and added around them. */
const compare = (before: readonly string[], after: readonly string[]): Line[] => {
  const removed = before.map((text): Line => ['-', text]);
  const added = after.map((text): Line => ['+', text]);
  if (before.length * after.length > maxCells) return [...removed, ...added];
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint32Array(after.length + 1));
  for (let row = before.length - 1; row >= 0; row -= 1)
    for (let column = after.length - 1; column >= 0; column -= 1)
      lengths[row]![column] =
        before[row] === after[column]
          ? lengths[row + 1]![column + 1]! + 1
          : Math.max(lengths[row + 1]![column]!, lengths[row]![column + 1]!);
  const lines: Line[] = [];
  let [row, column] = [0, 0];
  while (row < before.length && column < after.length) {
    if (before[row] === after[column]) {
      lines.push([' ', before[row]!]);
      [row, column] = [row + 1, column + 1];
    } else if (lengths[row + 1]![column]! >= lengths[row]![column + 1]!) lines.push(removed[row++]!);
    else lines.push(added[column++]!);
  }
  return [...lines, ...removed.slice(row), ...added.slice(column)];
};

const linesOf = (text: string | undefined): string[] => (text === undefined ? [] : text.split('\n'));

const background = {
  ' ': 'transparent',
  '-': 'light-dark(var(--mantine-color-red-0), rgb(224 49 49 / 18%))',
  '+': 'light-dark(var(--mantine-color-teal-0), rgb(12 166 120 / 18%))',
};
const spoken = { ' ': '', '-': 'removed: ', '+': 'added: ' };

interface Props {
  /** Undefined if there was nothing before, or is nothing after. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  readonly label: string;
}

/** What changed from one text to another, line by line. */
export const ValueDiff = ({ before, after, label }: Props) => (
  <Box
    role="group"
    aria-label={label}
    tabIndex={0}
    ff="monospace"
    fz="xs"
    mah={260}
    style={{
      overflow: 'auto',
      border: '1px solid var(--mantine-color-default-border)',
      borderRadius: 'var(--mantine-radius-sm)',
    }}
  >
    {compare(linesOf(before), linesOf(after)).map(([sign, text], index) => (
      <Box key={index} px="xs" bg={background[sign]} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        <Text span inherit aria-hidden c="dimmed" style={{ userSelect: 'none' }}>
          {sign}{' '}
        </Text>
        <VisuallyHidden>{spoken[sign]}</VisuallyHidden>
        {text === '' ? '\u200b' : text}
      </Box>
    ))}
  </Box>
);

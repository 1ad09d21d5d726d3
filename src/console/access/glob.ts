/** Patterns with more alternatives are not evaluated here; the server decides. */
const maxAlternatives = 500;

/** The patterns without braces that a pattern stands for, the innermost braces first; undefined for too many. */
const alternativesOf = (pattern: string): string[] | undefined => {
  let patterns = [pattern];
  for (;;) {
    const expanded = patterns.flatMap((each) => {
      const [group, inner] = /\{([^{}]*)\}/.exec(each) ?? [];
      return group === undefined ? [each] : inner!.split(',').map((choice) => each.replace(group, () => choice));
    });
    if (expanded.length > maxAlternatives) return undefined;
    if (expanded.every((each, index) => each === patterns[index])) return patterns;
    patterns = expanded;
  }
};

const expressions: Readonly<Record<string, string>> = { '**': '.*', '*': '[^/]*', '?': '[^/]' };

/** `/a/**` matches `/a` too. */
const expressionOf = (pattern: string): RegExp => {
  const [, start, below] = /^(.*?)((?:\/\*\*+)*)$/s.exec(pattern)!;
  const body = start!
    .replace(/\*\*+/g, '**')
    .replace(/\*\*|[\\^$.*+?()[\]{}|]/g, (found) => expressions[found] ?? `\\${found}`);
  return new RegExp(`^${body}${below === '' ? '' : '(?:/.*)?'}$`, 'su');
};

/**
 * The matcher of a pattern: `*` is any text without `/`, `**` any text, `?` one character but `/`, `{a,b}` one of
 * several. Trailing slashes of the patterns of paths do not count. Undefined if it is too complex.
 */
export const globOf = (pattern: string, isPath: boolean): ((text: string) => boolean) | undefined => {
  const patterns = alternativesOf(pattern.replace(/\*\*+/g, '**'));
  const expressions = patterns?.map((each) => expressionOf(isPath ? each.replace(/(?<=.)\/+$/s, '') : each));
  return expressions && ((text) => expressions.some((expression) => expression.test(text)));
};

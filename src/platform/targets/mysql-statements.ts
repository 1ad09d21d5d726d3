/** A quoted text or name, a comment, or one other character. */
const piece =
  /'(?:[^'\\]|\\[^])*(?:'|$)|"(?:[^"\\]|\\[^])*(?:"|$)|`[^`]*(?:`|$)|--(?=[\s\0-\x1f]|$)[^\n]*|#[^\n]*|\/\*[^]*?(?:\*\/|$)|[^]/y;
/** A line for clients, which tells them how statements end from here on, because bodies of procedures contain semicolons. */
const delimiterLine = /\s*delimiter[ \t]+(\S+)[^\n]*(?:\n|$)/iy;

const match = (pattern: RegExp, text: string, position: number): RegExpExecArray | null => {
  pattern.lastIndex = position;
  return pattern.exec(text);
};

/** Whether something is executed: what is in a comment that begins with an exclamation mark is. */
const isExecuted = (part: string): boolean => !/^(\s|#|--[\s\0-\x1f]|--$|\/\*(?!M?!))/.test(part);

/**
 * The statements of a text for MySQL, which takes one at a time. They end with semicolons that are not quoted and not in
 * comments, or with what a line `DELIMITER` says.
 */
export const statementsIn = (text: string): string[] => {
  const statements: string[] = [];
  let delimiter = ';';
  let current = '';
  let hasContent = false;
  let position = 0;
  const end = (): void => {
    if (hasContent) statements.push(current.trim());
    current = '';
    hasContent = false;
  };
  while (position < text.length) {
    const line = hasContent ? null : match(delimiterLine, text, position);
    if (line) {
      delimiter = line[1]!;
      current = '';
      position += line[0].length;
    } else if (text.startsWith(delimiter, position)) {
      end();
      position += delimiter.length;
    } else {
      const [part] = match(piece, text, position)!;
      current += part;
      hasContent ||= isExecuted(part);
      position += part.length;
    }
  }
  end();
  return statements;
};

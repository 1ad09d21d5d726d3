/** Colours for text on a terminal: not in files and pipes, and not if NO_COLOR is set (https://no-color.org). */
const isColoured = (stream: NodeJS.WriteStream): boolean =>
  stream.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb';

const codes = { red: 31, green: 32, yellow: 33, grey: 90 } as const;
export type Colour = keyof typeof codes;

export const coloured = (colour: Colour, text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  isColoured(stream) ? `\u001b[${codes[colour]}m${text}\u001b[39m` : text;

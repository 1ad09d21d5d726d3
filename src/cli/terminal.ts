import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { StartError } from '../platform/errors.ts';
import { UsageError } from './usage.ts';

/** Replaces control characters, which could control the terminal. */
export const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '?');

export const note = (text: string): void => console.error(text.split('\n').map(printable).join('\n'));

/** Says on a terminal what takes a while from now on. */
export const announceWork = (text: string): void => {
  if (process.stderr.isTTY) note(text);
};

interface Asking {
  readonly isHidden: boolean;
  /** Ends the question without an answer. */
  readonly signal?: AbortSignal | undefined;
}

const ask = (question: string, { isHidden, signal }: Asking): Promise<string> => {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: isHidden ? silent : process.stderr, terminal: true });
  return new Promise((resolve, reject) => {
    const cancel = (): void => {
      process.stderr.write('\n');
      lines.close();
    };
    signal?.addEventListener('abort', cancel);
    lines.once('line', (line) => {
      signal?.removeEventListener('abort', cancel);
      lines.removeAllListeners('close');
      lines.close();
      if (isHidden) process.stderr.write('\n');
      resolve(line);
    });
    lines.once('close', () => reject(new UsageError('No answer was given.')));
  });
};

export const isInteractive = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** Asks on the terminal; without one, `--yes` has to be given. */
const confirm = async (question: string): Promise<boolean> => {
  if (!isInteractive()) throw new UsageError('There is no terminal to ask on. Give --yes to go ahead.');
  return /^y(es)?$/i.test((await ask(`${question} [y/N] `, { isHidden: false })).trim());
};

/** Asks before a change unless `--yes` was given; ends the command if the answer is not yes. */
export const requireYes = async (question: string, { yes }: { readonly yes?: boolean }): Promise<void> => {
  if (!yes && !(await confirm(question))) throw new StartError('Nothing was changed.');
};

export const askText = async (question: string): Promise<string> => (await ask(question, { isHidden: false })).trim();

/** Asks for a text that is not shown. */
export const askSecret = (question: string, signal?: AbortSignal): Promise<string> =>
  ask(question, { isHidden: true, signal });

const width = 30;

/** Shows how much is done: as a bar on a terminal, otherwise as a line for each step. */
export class Progress {
  readonly #out = process.stderr;
  #last = '';

  show(done: number, total: number, what: string): void {
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const line = `${'#'.repeat(Math.round(share * width)).padEnd(width, '.')} ${String(Math.floor(share * 100)).padStart(3)} %  ${printable(what)}`;
    if (!this.#out.isTTY) {
      if (what !== this.#last) this.#out.write(`${printable(what)}\n`);
      this.#last = what;
      return;
    }
    this.#out.write(`\r\u001b[2K${line.slice(0, Math.max(20, (this.#out.columns || 80) - 1))}`);
  }

  end(): void {
    if (this.#out.isTTY) this.#out.write('\r\u001b[2K');
  }
}

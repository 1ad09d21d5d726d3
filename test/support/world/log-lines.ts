import type { ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';

export interface LogLine {
  readonly msg?: string;
  readonly worker?: number;
  readonly pid?: number;
  readonly reqId?: string;
}

/** The log of a server, as far as it is written. */
export class LogLines {
  readonly #lines: LogLine[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(child: ChildProcess) {
    createInterface({ input: child.stdout! }).on('line', (line) => {
      this.#lines.push(JSON.parse(line) as LogLine);
      for (const check of this.#waiting) check();
    });
  }

  filter(matches: (line: LogLine) => boolean | undefined): LogLine[] {
    return this.#lines.filter(matches);
  }

  /** Resolves with the line that matches, which may not be there yet. */
  find(matches: (line: LogLine) => boolean | undefined): Promise<LogLine> {
    return new Promise((resolve) => {
      const check = (): void => {
        const found = this.#lines.find(matches);
        if (!found) return;
        this.#waiting.delete(check);
        resolve(found);
      };
      this.#waiting.add(check);
      check();
    });
  }
}

import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Runtime } from './runtime.ts';

const root = join(import.meta.dirname, '..', '..');

const git = (...args: string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Builds another commit, once, with its own packages. The binding of SQLite is that of the given runtime. */
export const builtAt = (revision: string, { node, version, program }: Runtime): Runtime => {
  const commit = git('rev-parse', '--verify', `${revision}^{commit}`);
  const folder = join(root, 'node_modules', '.cache', 'builds', commit);
  const built = join(folder, 'dist', 'sallyport.cjs');
  if (!existsSync(built)) {
    console.error(`Building ${commit.slice(0, 8)} ...`);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 });
    execFileSync('tar', ['-x', '-C', folder], { input: archive });
    execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: ['ignore', 2, 2] });
  }
  copyFileSync(join(dirname(program), 'better_sqlite3.node'), join(dirname(built), 'better_sqlite3.node'));
  return { node, version, program: built };
};

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { root } from '../setup.mjs';

const read = (...path) => readFileSync(join(root, 'node_modules', '@mantine', ...path), 'utf8');

/** Styles that belong to no component. */
const base = ['baseline', 'default-css-variables', 'global'];

/** The components of Mantine whose code is in the build. */
const componentsIn = (outputs) =>
  Object.values(outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).flatMap((file) => /@mantine\/core\/.*\/(\w+)\.module\.mjs$/.exec(file)?.[1] ?? []),
  );

/**
 * The styles of the Mantine components that are in the build; those of all components are twice as many. They are in
 * the order of Mantine's own file, on which it depends which of two rules wins.
 */
export const stylesOf = async ({ outputs }) => {
  const all = read('core', 'styles.css');
  const parts = [...new Set([...base, ...componentsIn(outputs)])].map((name) => {
    const text = read('core', 'styles', `${name}.css`).trim();
    const at = all.indexOf(text);
    if (at < 0) throw new Error(`Mantine's styles.css does not contain the styles of ${name}`);
    return { text, at };
  });
  const inOrder = parts.sort((one, other) => one.at - other.at).map(({ text }) => text);
  const others = ['notifications', 'spotlight'].map((name) => read(name, 'styles.css'));
  const { code } = await transform([...inOrder, ...others].join('\n'), {
    loader: 'css',
    minify: true,
    target: 'es2022',
  });
  return code;
};

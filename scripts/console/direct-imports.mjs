import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { root } from '../setup.mjs';

/** The modules of packages that re-export hundreds of others. */
const indexes = {
  '@mantine/core': 'esm/index.mjs',
  '@mantine/hooks': 'esm/index.mjs',
  '@mantine/notifications': 'esm/index.mjs',
  '@mantine/spotlight': 'esm/index.mjs',
  '@tabler/icons-react': 'dist/esm/tabler-icons-react.mjs',
};

const namesIn = (list) =>
  list
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
    .map((each) => {
      const [name, own = name] = each.split(/\s+as\s+/);
      return { name, own };
    });

/** The file and the name in it of everything that a package exports. */
const readIndex = (name) => {
  const file = join(root, 'node_modules', name, indexes[name]);
  const found = readFileSync(file, 'utf8').matchAll(/(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g);
  const target = (path) => (path.startsWith('.') ? join(dirname(file), path) : path);
  return new Map(
    [...found].flatMap(([, names, path]) =>
      namesIn(names).map((each) => [each.own, { path: target(path), name: each.name }]),
    ),
  );
};

/**
 * Mantine's table brings its scroll container, and with it ScrollArea and all of floating-ui: a tenth of the first load.
 * Pages that need the container import it by its own name.
 */
const withoutScrollContainer = (text) => {
  const lines = [/^import \{ TableScrollContainer \}.*$/m, /^Table\.ScrollContainer = .*$/m];
  if (!lines.every((line) => line.test(text))) throw new Error('the table of Mantine has no scroll container any more');
  return lines.reduce((shorter, line) => shorter.replace(line, ''), text);
};

/**
 * Makes imports of large packages imports of the very files: esbuild puts whatever any page imports from the index of a
 * package into the chunk of all that import the index, and so into the first load.
 */
export const directImports = {
  name: 'direct imports',
  setup: ({ onLoad }) => {
    const sources = new Map(Object.keys(indexes).map((name) => [name, readIndex(name)]));
    const statement = new RegExp(`import \\{([^}]*)\\} from ['"](${[...sources.keys()].join('|')})['"];?`, 'g');
    const direct = (_, list, source) =>
      namesIn(list)
        .filter(({ name }) => !name.startsWith('type '))
        .map(({ name, own }) => {
          const target = sources.get(source).get(name) ?? { path: source, name };
          return `import { ${target.name} as ${own} } from ${JSON.stringify(target.path)};`;
        })
        .join(' ');
    onLoad({ filter: /\/(src\/console|@mantine\/\w+)\/.*\.(tsx?|mjs)$/ }, async ({ path }) => {
      const text = (await readFile(path, 'utf8')).replace(statement, direct);
      const loader = extname(path).slice(1).replace('mjs', 'js');
      return { contents: path.endsWith('/Table/Table.mjs') ? withoutScrollContainer(text) : text, loader };
    });
  },
};

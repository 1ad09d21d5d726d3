import { IconLock } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import type { Project } from '../layout/project.tsx';
import { isProduction } from './production.ts';

type Environment = Project['environments'][number];
export type EnvironmentColor = NonNullable<Environment['color']>;

export const environmentColors: readonly EnvironmentColor[] = [
  'gray',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'violet',
  'pink',
];

/** The colours of environments whose slug says nothing about what they are for. */
const otherColors: readonly EnvironmentColor[] = ['teal', 'violet', 'pink', 'gray', 'orange'];

const usualColors: readonly (readonly [RegExp, EnvironmentColor])[] = [
  [/^(dev|local)/, 'blue'],
  [/^(stag|preprod|pre-prod|uat|accept|demo)/, 'yellow'],
  [/^(test|qa|ci|preview|review)/, 'green'],
];

/** Derived from the slug, so that it stays the same when environments are moved. */
const defaultColor = (environment: Pick<Environment, 'slug' | 'name'>): EnvironmentColor => {
  const { slug } = environment;
  const usual = usualColors.find(([pattern]) => pattern.test(slug))?.[1];
  if (usual) return usual;
  if (isProduction(environment)) return 'red';
  return otherColors[(slug.charCodeAt(0) + slug.length) % otherColors.length]!;
};

export const colorOf = (environment: Pick<Environment, 'slug' | 'name' | 'color'>): EnvironmentColor =>
  environment.color ?? defaultColor(environment);

const shadeOf = (color: EnvironmentColor): string =>
  `light-dark(var(--mantine-color-${color}-8), var(--mantine-color-${color}-5))`;

const dot: CSSProperties = { display: 'inline-block', width: 10, height: 10, borderRadius: '50%', flexShrink: 0 };

/** A dot in a colour of the palette. */
export const ColorDot = ({ color }: { color: EnvironmentColor }) => (
  <span aria-hidden style={{ ...dot, background: shadeOf(color) }} />
);

/** The colour of an environment, next to its name: a lock if it is protected, otherwise a dot. */
export const EnvironmentSign = ({ environment }: { environment: Environment }) => {
  const color = colorOf(environment);
  if (!environment.isProtected) return <ColorDot color={color} />;
  return (
    <span
      role="img"
      aria-label="protected"
      title="Protected: changes ask for its name"
      style={{ display: 'inline-flex' }}
    >
      <IconLock size={14} stroke={2.4} color={shadeOf(color)} aria-hidden />
    </span>
  );
};

import type { components } from '../../../generated/api.d.ts';
import { caField, hostField, portField, rootFields, tlsField, type FieldSet } from '../targets/input-field.ts';

export type AppConnection = components['schemas']['AppConnection'];
export type AppName = components['schemas']['AppName'];

interface Kind extends FieldSet {
  readonly app: AppName;
  readonly label: string;
}

const certificateFields = [
  tlsField,
  {
    name: 'sslRejectUnauthorized',
    label: 'Check its certificate',
    type: 'switch',
    initial: true,
    isShown: ({ sslEnabled }) => sslEnabled === true,
    description: 'Otherwise somebody on the way could pass as it.',
  },
  { ...caField, name: 'sslCertificate' },
] as const satisfies FieldSet['fields'];

const postgres: Kind = {
  app: 'postgres',
  label: 'PostgreSQL',
  fields: [
    hostField(),
    portField(5432),
    { name: 'database', label: 'Database', type: 'text', initial: '' },
    ...rootFields('It may change the passwords of other users, and needs no more than that.'),
    ...certificateFields,
  ],
};

/** The kinds of systems, with the fields of their credentials. */
export const kinds: readonly Kind[] = [postgres];

export const kindOf = (app: string): Kind | undefined => kinds.find((kind) => kind.app === app);

export const kindLabel = (app: string): string => kindOf(app)?.label ?? app;

/** The credentials that the fields make; what is not shown has its default. */
export const credentialsOf = (inputs: Readonly<Record<string, unknown>>) =>
  ({ sslRejectUnauthorized: true, ...inputs }) as components['schemas']['CredentialsInput'];

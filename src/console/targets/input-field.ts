export type FieldValue = string | boolean;
export type FieldValues = Readonly<Record<string, FieldValue>>;

/** A field of a form about an outside system, which becomes an input of the server. */
export interface InputField {
  readonly name: string;
  readonly label: string;
  /** `list` is a text with an item on each line, `lines` one that is sent as it is. */
  readonly type: 'text' | 'number' | 'password' | 'statement' | 'list' | 'lines' | 'switch' | 'choice';
  readonly initial: FieldValue;
  readonly description?: string;
  readonly isOptional?: boolean;
  readonly choices?: readonly { readonly value: string; readonly label: string }[];
  readonly isShown?: (values: FieldValues) => boolean;
  /** Where it is in the inputs, if its name does not say it. */
  readonly path?: readonly string[];
  /** Whether only the form needs it, for the initial values of others. */
  readonly isLocal?: boolean;
}

/** What the fields of one kind of system need. */
export interface FieldSet {
  readonly fields: readonly InputField[];
  /** The inputs that tell it from other kinds of its type. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Initial values that depend on others, until somebody changes them. */
  readonly derived?: (values: FieldValues) => Readonly<Record<string, string>>;
}

export const hostField = (description = 'A private address has to be in ALLOW_HOSTS of this server.'): InputField => ({
  name: 'host',
  label: 'Host',
  type: 'text',
  initial: '',
  description,
});

export const portField = (initial: number): InputField => ({
  name: 'port',
  label: 'Port',
  type: 'number',
  initial: String(initial),
});

/** The user that creates others. */
export const rootFields = (description: string): readonly InputField[] => [
  { name: 'username', label: 'User', type: 'text', initial: '', description },
  { name: 'password', label: 'Password', type: 'password', initial: '' },
];

export const tlsField: InputField = {
  name: 'sslEnabled',
  label: 'Encrypt with TLS',
  type: 'switch',
  initial: true,
  description: 'Without it, passwords can be read on the way: only for hosts in ALLOW_HOSTS.',
};

export const caField: InputField = {
  name: 'ca',
  label: 'Certificate of its authority (optional)',
  type: 'lines',
  initial: '',
  isOptional: true,
  isShown: ({ sslEnabled }) => sslEnabled !== false,
  description: 'In PEM; without it, the certificate has to be of a public authority.',
};

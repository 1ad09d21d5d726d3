import type { FieldSet, FieldValue, FieldValues, InputField } from './input-field.ts';

type StoredInputs = Readonly<Record<string, unknown>>;

const isRecord = (value: unknown): value is StoredInputs => typeof value === 'object' && value !== null;

const pathOf = ({ name, path = [name] }: InputField): readonly string[] => path;

/** The fields of a new system, as they are at first. */
export const initialFields = ({ fields, derived }: FieldSet): FieldValues => {
  const initial = Object.fromEntries(fields.map(({ name, initial: value }) => [name, value]));
  return { ...initial, ...derived?.(initial) };
};

const textOf = (value: unknown): FieldValue => {
  if (typeof value === 'boolean') return value;
  return Array.isArray(value) ? value.join('\n') : String(value);
};

const storedValue = (field: InputField, inputs: StoredInputs): unknown =>
  pathOf(field).reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), inputs);

/** The fields of a stored one. Passwords are empty: they are not needed to keep them. */
export const storedFields = (kind: FieldSet, inputs: StoredInputs): FieldValues => ({
  ...Object.fromEntries(
    kind.fields.map((field) => {
      const value = field.type === 'password' ? undefined : storedValue(field, inputs);
      return [field.name, value === undefined ? field.initial : textOf(value)];
    }),
  ),
  ...(inputs.ca !== undefined && inputs.ca !== '' && { sslEnabled: true }),
});

/** Whether a field is shown, and so sent. */
export const isField = ({ isShown, isLocal }: InputField, values: FieldValues, isStored: boolean): boolean =>
  (isShown?.(values) ?? true) && !(isLocal && isStored);

/** The lines of a text that have something. */
export const itemsOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const inputOf = ({ type }: InputField, value: FieldValue): unknown => {
  if (type === 'number') return Number(value);
  return type === 'list' ? itemsOf(String(value)) : value;
};

const withInput = (inputs: StoredInputs, [key = '', ...rest]: readonly string[], value: unknown): StoredInputs => {
  const inner = inputs[key];
  return { ...inputs, [key]: rest.length === 0 ? value : withInput(isRecord(inner) ? inner : {}, rest, value) };
};

/** The inputs that the fields make; of stored ones, what has changed, with what is in one object with it. */
export const inputsOf = (kind: FieldSet, values: FieldValues, stored?: FieldValues): StoredInputs => {
  const own = kind.fields.filter((field) => isField(field, values, stored !== undefined) && !field.isLocal);
  const changed = new Set(own.filter(({ name }) => values[name] !== stored?.[name]).map((field) => pathOf(field)[0]));
  return own
    .filter((field) => changed.has(pathOf(field)[0]))
    .reduce<StoredInputs>(
      (inputs, field) => withInput(inputs, pathOf(field), inputOf(field, values[field.name]!)),
      stored === undefined ? (kind.fixed ?? {}) : {},
    );
};

/** The errors of fields that lack a value. */
export const fieldErrors = (
  fields: readonly InputField[],
  values: FieldValues,
  isStored: boolean,
): Record<string, string> =>
  Object.fromEntries(
    fields
      .filter(
        (field) =>
          isField(field, values, isStored) &&
          !field.isOptional &&
          !(field.type === 'password' && isStored) &&
          String(values[field.name]).trim() === '',
      )
      .map(({ name }) => [`inputs.${name}`, 'Enter a value.']),
  );

/** Values that depend on a field that has changed, unless somebody has changed them. */
export const derivedFields = ({ derived }: FieldSet, values: FieldValues, previous: FieldValues): FieldValues => {
  const [before, after] = [derived?.(previous) ?? {}, derived?.(values) ?? {}];
  return Object.fromEntries(
    Object.entries(after).filter(([name, value]) => values[name] === before[name] && value !== before[name]),
  );
};

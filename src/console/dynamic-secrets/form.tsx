import { Modal, Select, Switch, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { client } from '../api/client.ts';
import { DialogForm } from '../components/dialog-form.tsx';
import { lengthAdvice, parseLength } from '../components/duration.ts';
import { LengthField } from '../components/duration-field.tsx';
import { LinesField } from '../components/lines-field.tsx';
import { useProtection } from '../secrets/protection.tsx';
import { slugError } from '../targets/slug.ts';
import { TargetField } from '../targets/target-field.tsx';
import {
  derivedFields,
  fieldErrors,
  initialFields,
  inputsOf,
  isField,
  itemsOf,
  storedFields,
} from '../targets/fields.ts';
import { kindOf, kinds } from './kinds/kinds.ts';
import type { FieldValues, InputField } from '../targets/input-field.ts';
import type { Kind } from './kinds/kind.ts';
import type { DynamicSecret, Place } from './use-dynamic-secrets.ts';

/** A dynamic secret with its inputs, which are null for those who may not read them. */
export interface Stored extends DynamicSecret {
  readonly inputs: Readonly<Record<string, unknown>> | null;
}

interface Props {
  readonly place: Place;
  /** The one to edit; a new one is created without it. */
  readonly stored?: Stored | undefined;
  readonly onClose: () => void;
  /** Called with its name. */
  readonly onSaved: (name: string) => void;
}

interface Values {
  name: string;
  kind: string;
  inputs: FieldValues;
  defaultTTL: string;
  maxTTL: string;
  usernameTemplate: string;
  /** Lines with a key, `=` and a value. */
  metadata: string;
  test: boolean;
}

const kindWith = (id: string): Kind => kinds.find((kind) => kind.id === id) ?? kinds[0]!;

/** The fields of the inputs; none if these cannot be read. */
const fieldsOf = (values: Values, stored: Stored | undefined): readonly InputField[] =>
  stored && (stored.inputs === null || values.kind === '') ? [] : kindWith(values.kind).fields;

const metadataOf = (text: string) =>
  itemsOf(text).map((line) => {
    const [key = '', ...value] = line.split('=');
    return { key: key.trim(), value: value.join('=').trim() };
  });

const ofKind = (kind: Kind): Pick<Values, 'kind' | 'inputs' | 'defaultTTL' | 'maxTTL'> => ({
  kind: kind.id,
  inputs: initialFields(kind),
  defaultTTL: kind.defaultTTL,
  maxTTL: kind.maxTTL,
});

const initialValues = (stored: Stored | undefined): Values => {
  if (!stored) return { name: '', ...ofKind(kinds[0]!), usernameTemplate: '', metadata: '', test: true };
  const { name, type, inputs, defaultTTL, maxTTL, usernameTemplate, metadata } = stored;
  const kind = kindOf(type, inputs);
  return {
    name,
    kind: kind?.id ?? '',
    inputs: kind && inputs ? storedFields(kind, inputs) : {},
    defaultTTL,
    maxTTL: maxTTL ?? '',
    usernameTemplate: usernameTemplate ?? '',
    metadata: metadata.map(({ key, value }) => `${key}=${value}`).join('\n'),
    test: inputs !== null,
  };
};

/** What is stored may have units that only the server knows. */
const lengthError = (text: string, initial: string): string | null =>
  text === initial || parseLength(text) !== undefined ? null : lengthAdvice;

const errorsOf = (values: Values, initial: Values, stored: Stored | undefined): Record<string, string | null> => {
  const { name, defaultTTL, maxTTL } = values;
  const isTooLong = (parseLength(defaultTTL) ?? 0) > (parseLength(maxTTL) ?? Infinity);
  return {
    name: slugError(name),
    defaultTTL: isTooLong ? 'Enter no more than the longest life.' : lengthError(defaultTTL, initial.defaultTTL),
    maxTTL: maxTTL.trim() === '' ? null : lengthError(maxTTL, initial.maxTTL),
    metadata: metadataOf(values.metadata).some(({ key }) => key === '') ? 'Begin each line with a key.' : null,
    ...fieldErrors(fieldsOf(values, stored), values.inputs, stored !== undefined),
  };
};

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

const create = async (place: Place, values: Values): Promise<void> => {
  const { name, usernameTemplate, test } = values;
  const kind = kindWith(values.kind);
  const body = {
    ...place,
    name,
    provider: { type: kind.type, inputs: inputsOf(kind, values.inputs) },
    defaultTTL: values.defaultTTL.trim(),
    maxTTL: orNull(values.maxTTL),
    ...(orNull(usernameTemplate) !== null && { usernameTemplate: usernameTemplate.trim() }),
    metadata: metadataOf(values.metadata),
    test,
  };
  await client.POST('/api/v1/dynamic-secrets', { body });
};

const update = async (place: Place, values: Values, initial: Values, stored: Stored): Promise<void> => {
  const hasFields = fieldsOf(values, stored).length > 0;
  const inputs = hasFields ? inputsOf(kindWith(values.kind), values.inputs, initial.inputs) : {};
  const data = {
    ...(Object.keys(inputs).length > 0 && { inputs }),
    ...(values.name !== initial.name && { newName: values.name }),
    ...(values.defaultTTL !== initial.defaultTTL && { defaultTTL: values.defaultTTL.trim() }),
    ...(values.maxTTL !== initial.maxTTL && { maxTTL: orNull(values.maxTTL) }),
    ...(values.usernameTemplate !== initial.usernameTemplate && { usernameTemplate: orNull(values.usernameTemplate) }),
    ...(values.metadata !== initial.metadata && { metadata: metadataOf(values.metadata) }),
    test: values.test && Object.keys(inputs).length > 0,
  };
  const params = { path: { dynamicSecretName: stored.name } };
  await client.PATCH('/api/v1/dynamic-secrets/{dynamicSecretName}', { params, body: { ...place, data } });
};

const Form = ({ place, stored, onClose, onSaved }: Props) => {
  const [initial] = useState(() => initialValues(stored));
  const form = useForm<Values>({
    initialValues: initial,
    validate: (values) => errorsOf(values, initial, stored),
    onValuesChange: ({ kind, inputs }, previous) => {
      if (stored || kind !== previous.kind) return;
      const derived = derivedFields(kindWith(kind), inputs, previous.inputs);
      for (const [name, value] of Object.entries(derived)) form.setFieldValue(`inputs.${name}`, value);
    },
  });
  const { values } = form;
  const kind = kindWith(values.kind);
  const protection = useProtection([place.environmentSlug]);
  return (
    <DialogForm
      form={form}
      action={stored ? 'Save' : 'Create dynamic secret'}
      isDisabled={!protection.isConfirmed}
      onSave={(saved) => (stored ? update(place, saved, initial, stored) : create(place, saved))}
      onClose={onClose}
      onSaved={() => onSaved(form.getValues().name)}
    >
      <TextInput
        label="Name"
        placeholder="reporting-db"
        maxLength={64}
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      {!stored && (
        <Select
          label="Kind"
          allowDeselect={false}
          data={kinds.map(({ id, label }) => ({ value: id, label }))}
          {...form.getInputProps('kind')}
          onChange={(id: string | null) => form.setValues(ofKind(kindWith(id ?? kind.id)))}
        />
      )}
      {fieldsOf(values, stored)
        .filter((field) => isField(field, values.inputs, stored !== undefined))
        .map((field) => (
          <TargetField
            key={field.name}
            field={field}
            isStored={stored !== undefined}
            input={form.getInputProps(`inputs.${field.name}`)}
          />
        ))}
      <LengthField label="Length of a lease" {...form.getInputProps('defaultTTL')} />
      <LengthField
        label="Longest life with renewals (optional)"
        description="Without it, a lease can be renewed forever."
        {...form.getInputProps('maxTTL')}
      />
      {kind.hasTarget && (
        <TextInput
          label="Names of users (optional)"
          description="A template with a random part. Without it, names are 32 random letters and digits."
          placeholder="{{truncate identity.name 20}}-{{random 12}}"
          maxLength={255}
          spellCheck={false}
          {...form.getInputProps('usernameTemplate')}
        />
      )}
      <LinesField
        label="Metadata (optional)"
        description="Each on a line, such as team=payments. Rules can name them."
        {...form.getInputProps('metadata')}
      />
      {kind.hasTarget && stored?.inputs !== null && (
        <Switch
          label="Try it before saving"
          description="Creates and revokes credentials once."
          {...form.getInputProps('test', { type: 'checkbox' })}
        />
      )}
      {protection.fields}
    </DialogForm>
  );
};

/** Creates or edits a dynamic secret. */
export const DynamicSecretDialog = ({ isOpen, ...props }: Props & { isOpen: boolean }) => (
  <Modal
    opened={isOpen}
    onClose={props.onClose}
    size="lg"
    closeOnClickOutside={false}
    title={props.stored ? `Edit ${props.stored.name}` : 'Create dynamic secret'}
  >
    <Form {...props} />
  </Modal>
);

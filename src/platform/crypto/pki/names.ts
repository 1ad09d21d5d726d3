import { AsnConvert } from '@peculiar/asn1-schema';
import { GeneralNames as AsnGeneralNames } from '@peculiar/asn1-x509';
import { Name, type GeneralNames, type JsonAttributeObject, type JsonGeneralNames } from '@peculiar/x509';
import type { AlternativeName, Subject } from './orders.ts';

const fields: Readonly<Record<keyof Subject, string>> = {
  country: 'C',
  province: 'ST',
  locality: 'L',
  organization: 'O',
  organizationalUnit: 'OU',
  commonName: 'CN',
};

/** In this form every character is literal; the short form interprets quotes, backslashes and number signs. */
const valueOf = (field: keyof Subject, value: string): JsonAttributeObject =>
  field === 'country' ? { printableString: value } : { utf8String: value };

const namedFields = (subject: Subject): (keyof Subject)[] =>
  (Object.keys(fields) as (keyof Subject)[]).filter((field) => subject[field] !== '');

export const isNameless = (subject: Subject): boolean => namedFields(subject).length === 0;

export const nameOf = (subject: Subject): Name =>
  new Name(namedFields(subject).map((field) => ({ [fields[field]]: [valueOf(field, subject[field])] })));

export const subjectIn = (name: Name): Subject => {
  const first = (field: keyof Subject): string => name.getField(fields[field])[0] ?? '';
  return {
    commonName: first('commonName'),
    organization: first('organization'),
    organizationalUnit: first('organizationalUnit'),
    country: first('country'),
    province: first('province'),
    locality: first('locality'),
  };
};

export const generalNamesOf = (names: readonly AlternativeName[]): JsonGeneralNames =>
  names.map(({ type, value }) => ({ type, value }));

const supportedTypes: readonly string[] = ['dns', 'ip', 'email', 'url'] satisfies AlternativeName['type'][];

/** Undefined if one of the names has an unsupported type. */
export const alternativeNamesIn = (names: GeneralNames): AlternativeName[] | undefined => {
  // The library omits names that it cannot parse.
  const isComplete = AsnConvert.parse(names.rawData, AsnGeneralNames).length === names.items.length;
  if (!isComplete || !names.items.every(({ type }) => supportedTypes.includes(type))) return undefined;
  return names.items.map(({ type, value }) => ({ type: type as AlternativeName['type'], value }));
};

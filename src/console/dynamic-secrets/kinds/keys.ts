import type { FieldValues } from '../../targets/input-field.ts';
import type { Kind } from './kind.ts';

export const ssh: Kind = {
  id: 'ssh',
  label: 'SSH certificates',
  type: 'ssh',
  fixed: {},
  defaultTTL: '15 minutes',
  maxTTL: '8 hours',
  canRenew: false,
  hasTarget: false,
  fields: [
    {
      name: 'principals',
      label: 'Names',
      type: 'list',
      initial: '',
      description: 'Each on a line: the users of the machines whom certificates may name.',
    },
  ],
  leaseField: {
    name: 'principals',
    label: 'Names',
    type: 'list',
    initial: '',
    description: 'Each on a line: the users of the machines whom the certificate names.',
  },
};

const isManual = ({ configType }: FieldValues): boolean => configType === 'manual';

export const totp: Kind = {
  id: 'totp',
  label: 'One-time passwords',
  type: 'totp',
  fixed: {},
  defaultTTL: '1 minute',
  maxTTL: '1 day',
  canRenew: false,
  hasTarget: false,
  fields: [
    {
      name: 'configType',
      label: 'Key',
      type: 'choice',
      initial: 'manual',
      choices: [
        { value: 'manual', label: 'As text' },
        { value: 'url', label: 'As an address that begins with otpauth:' },
      ],
    },
    { name: 'url', label: 'Address', type: 'password', initial: '', isShown: (values) => !isManual(values) },
    { name: 'secret', label: 'Key in base32', type: 'password', initial: '', isShown: isManual },
    { name: 'period', label: 'Seconds of a password', type: 'number', initial: '30', isShown: isManual },
    { name: 'digits', label: 'Digits', type: 'number', initial: '6', isShown: isManual },
    {
      name: 'algorithm',
      label: 'Algorithm',
      type: 'choice',
      initial: 'sha1',
      isShown: isManual,
      choices: ['sha1', 'sha256', 'sha512'].map((value) => ({ value, label: value.toUpperCase() })),
    },
  ],
};

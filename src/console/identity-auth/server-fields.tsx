import { TextInput, type TextareaProps, type TextInputProps } from '@mantine/core';
import { LinesField } from '../components/lines-field.tsx';

/** The address of the server that is asked at each login. */
export const ServerAddressField = (props: TextInputProps) => (
  <TextInput
    description="This server has to reach it; a private address needs ALLOW_HOSTS in its settings."
    spellCheck={false}
    maxLength={2_048}
    {...props}
  />
);

/** The authority of that server’s certificate; `of` is what the server is called. */
export const AuthorityField = ({ of, ...props }: TextareaProps & { readonly of: string }) => (
  <LinesField
    label="CA certificate (optional)"
    description={`In PEM, of the ${of}; without it, its certificate has to be of a public authority.`}
    maxLength={32_768}
    {...props}
  />
);

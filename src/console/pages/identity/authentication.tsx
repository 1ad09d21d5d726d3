import { Button, Menu, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useCanInOrganization } from '../../access/use-can.ts';
import { Guarded } from '../../components/guarded.tsx';
import { Section } from '../../components/section.tsx';
import { allMethods, methodNames, type AuthMethod } from '../../identity-auth/methods.ts';
import type { Identity } from './identity.ts';
import { JwtAuthCard, JwtAuthModal } from './jwt-auth.tsx';
import { KubernetesAuthCard, KubernetesAuthModal } from './kubernetes-auth.tsx';
import { OidcAuthCard } from './oidc-auth.tsx';
import { OidcAuthModal } from './oidc-auth-form.tsx';
import { TlsCertAuthCard, TlsCertAuthModal } from './tls-cert-auth.tsx';
import { AwsAuthCard, AwsAuthModal } from './aws-auth.tsx';
import { AzureAuthCard, AzureAuthModal } from './azure-auth.tsx';
import { GcpAuthCard, GcpAuthModal } from './gcp-auth.tsx';
import { LdapAuthCard, LdapAuthModal } from './ldap-auth.tsx';
import { TokenAuthCard } from './token-auth.tsx';
import { TokenAuthModal } from './token-auth-form.tsx';
import { UniversalAuthCard } from './universal-auth.tsx';
import { UniversalAuthModal } from './universal-auth-form.tsx';

const cards = {
  'universal-auth': UniversalAuthCard,
  'kubernetes-auth': KubernetesAuthCard,
  'oidc-auth': OidcAuthCard,
  'token-auth': TokenAuthCard,
  'jwt-auth': JwtAuthCard,
  'gcp-auth': GcpAuthCard,
  'azure-auth': AzureAuthCard,
  'aws-auth': AwsAuthCard,
  'tls-cert-auth': TlsCertAuthCard,
  'ldap-auth': LdapAuthCard,
};
const forms = {
  'universal-auth': UniversalAuthModal,
  'kubernetes-auth': KubernetesAuthModal,
  'oidc-auth': OidcAuthModal,
  'token-auth': TokenAuthModal,
  'jwt-auth': JwtAuthModal,
  'gcp-auth': GcpAuthModal,
  'azure-auth': AzureAuthModal,
  'aws-auth': AwsAuthModal,
  'tls-cert-auth': TlsCertAuthModal,
  'ldap-auth': LdapAuthModal,
};

const AddMethod = ({ methods, onAdd }: { methods: readonly AuthMethod[]; onAdd: (method: AuthMethod) => void }) => {
  const mayAdd = useCanInOrganization().can('edit-auth', 'identity');
  const button = (
    <Button size="xs" variant="default" leftSection={<IconPlus size={14} />}>
      Add a way to sign in
    </Button>
  );
  if (!mayAdd)
    return (
      <Guarded isAllowed={false} reason="You are not allowed to change how machine identities sign in.">
        {button}
      </Guarded>
    );
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        {methods.map((method) => (
          <Menu.Item key={method} onClick={() => onAdd(method)}>
            {methodNames[method]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

/** The ways to sign in of the identity, with their client secrets and tokens. */
export const Authentication = ({ identity }: { identity: Identity }) => {
  const { authMethods } = identity.identity;
  const [added, setAdded] = useState<AuthMethod>();
  const others = allMethods.filter((method) => !authMethods.includes(method));
  const Form = added && forms[added];
  return (
    <Section
      title="Authentication"
      description="How it signs in."
      action={others.length > 0 && <AddMethod methods={others} onAdd={setAdded} />}
    >
      {authMethods.length === 0 && (
        <Text size="sm" c="dimmed">
          It cannot sign in yet.
        </Text>
      )}
      {allMethods
        .filter((method) => authMethods.includes(method))
        .map((method) => {
          const Card = cards[method];
          return <Card key={method} identity={identity} />;
        })}
      {Form && <Form identity={identity} onClose={() => setAdded(undefined)} />}
    </Section>
  );
};

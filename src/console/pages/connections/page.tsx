import { useCanInOrganization } from '../../access/use-can.ts';
import { AllowedInOrganization } from '../../access/allowed-in-organization.tsx';
import { Connections } from '../../app-connections/connections.tsx';
import { Page } from '../../components/page.tsx';

/** The connections of the organization, which all of its projects can use. */
const ConnectionsPage = () => {
  const ability = useCanInOrganization();
  return (
    <Page title="App connections" isNarrow>
      <AllowedInOrganization subject="app-connections" what="the connections of the organization">
        <Connections
          can={(verb, connectionId) => ability.can(verb, 'app-connections', connectionId ? { connectionId } : {})}
        />
      </AllowedInOrganization>
    </Page>
  );
};

export default ConnectionsPage;

import { Anchor, Skeleton, Table } from '@mantine/core';
import { IconFolder, IconKey } from '@tabler/icons-react';
import { memo } from 'react';
import { Link } from 'wouter';
import { LightCell, LightHeading, LightLine, LightRow, LightSign, monospace } from '../../components/light.tsx';
import type { RowPlace } from '../../components/rows.ts';
import { VirtualTable } from '../../components/virtual-table.tsx';
import { environmentAddress } from '../../layout/addresses.ts';
import type { Project } from '../../layout/project.tsx';
import { folderHref, overviewHref, pathBelow } from '../../secrets/addresses.ts';
import { EnvironmentSign } from '../../secrets/environment-sign.tsx';
import { FolderCell, MissingCell, SecretCell } from './cells.tsx';
import type { Comparison } from './comparison.ts';
import type { OverviewRow } from './use-overview.ts';

interface Shared {
  readonly slug: string;
  readonly path: string;
  readonly environments: Project['environments'];
  readonly values: ReadonlyMap<string, string>;
  /** Shows the value of a secret under a key, because imported ones are in several cells. */
  readonly onShow: (key: string, id: string) => void;
  readonly onHide: (key: string) => void;
  /** Slugs of the environments in which the person may create secrets. */
  readonly creatable: ReadonlySet<string>;
  readonly onAdd: (name: string, environment: string) => void;
  /** Which values are equal, if they were compared. */
  readonly comparison: Comparison | undefined;
}

interface Props extends Shared {
  readonly total: number;
  readonly rows: ReadonlyMap<number, OverviewRow>;
  readonly onRange: (first: number, last: number) => void;
}

const folderName = { color: 'inherit', fontWeight: 500, padding: '3px 0', overflowWrap: 'anywhere' } as const;
const secretName = { ...monospace, fontWeight: 500, padding: '3px 0' };

/** One name; a skeleton until it is loaded. */
const OverviewLine = memo((props: Shared & RowPlace & { readonly row: OverviewRow | undefined }) => {
  const { row, index, measure, slug, path, environments, values, creatable, onShow, onHide, onAdd, comparison } = props;

  const nameCell = ({ kind, name }: OverviewRow) => (
    <LightLine>
      {kind === 'folder' ? (
        <>
          <LightSign icon={IconFolder} label="Folder" />
          <Link href={overviewHref(slug, pathBelow(path, name))} style={folderName}>
            {name}
          </Link>
        </>
      ) : (
        <>
          <LightSign icon={IconKey} label="Secret" color="var(--mantine-color-dimmed)" />
          <span style={secretName}>{name}</span>
        </>
      )}
    </LightLine>
  );

  const valueCell = (found: OverviewRow, environment: Project['environments'][number]) => {
    const { name } = found;
    if (found.kind === 'folder') {
      if (!found.cells.has(environment.slug))
        return <MissingCell label={`${environment.name} has no folder ${name}`} />;
      const href = folderHref(slug, environment.slug, pathBelow(path, name));
      return <FolderCell name={name} environment={environment.name} href={href} />;
    }
    const secret = found.cells.get(environment.slug);
    if (!secret)
      return (
        <MissingCell
          label={`${name} is missing in ${environment.name}${creatable.has(environment.slug) ? ', create it' : ''}`}
          onAdd={creatable.has(environment.slug) ? () => onAdd(name, environment.slug) : undefined}
        />
      );
    const key = `${environment.slug} ${secret.id}`;
    return (
      <SecretCell
        secret={secret}
        environment={environment.name}
        href={environmentAddress({ slug, environment: environment.slug, path, secret: name })}
        shown={values.get(key)}
        group={comparison?.get(name)?.get(environment.slug)}
        onShow={() => onShow(key, secret.id)}
        onHide={() => onHide(key)}
      />
    );
  };

  return (
    <LightRow index={index} measure={measure}>
      <LightHeading>{row ? nameCell(row) : <Skeleton height={28} />}</LightHeading>
      {environments.map((environment) => (
        <LightCell key={environment.slug}>{row && valueCell(row, environment)}</LightCell>
      ))}
    </LightRow>
  );
});
OverviewLine.displayName = 'OverviewLine';

/** One row for each name, one column for each environment. */
export const OverviewTable = ({ total, rows, onRange, ...shared }: Props) => {
  const { slug, path, environments } = shared;
  return (
    <VirtualTable
      label="Names and environments"
      count={total}
      keyOf={String}
      rowHeight={37}
      onRange={onRange}
      head={
        <>
          <Table.Th w={environments.length === 1 ? '55%' : '30%'}>Name</Table.Th>
          {environments.map((environment) => (
            <Table.Th key={environment.slug}>
              <LightLine gap={6} style={{ alignItems: 'center' }}>
                <EnvironmentSign environment={environment} />
                <Anchor component={Link} href={folderHref(slug, environment.slug, path)} c="inherit" inherit>
                  {environment.name}
                </Anchor>
              </LightLine>
            </Table.Th>
          ))}
        </>
      }
    >
      {(place) => {
        const row = rows.get(place.index);
        return <OverviewLine key={row ? `${row.kind} ${row.name}` : place.index} row={row} {...place} {...shared} />;
      }}
    </VirtualTable>
  );
};

import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Later, LightCell, LightLine, LightRow, LightSign } from '../../components/light.tsx';
import type { RowPlace } from '../../components/rows.ts';

export interface RowProps extends RowPlace {
  readonly isNarrow: boolean;
}

interface Props extends RowProps {
  readonly icon: Icon;
  /** What the icon means, for screen readers. */
  readonly state: string;
  readonly color?: string | undefined;
  readonly background?: string | undefined;
  /** Finds the row again. */
  readonly rowName?: string | undefined;
  /** Before the sign. */
  readonly checkbox?: ReactNode;
  readonly name: ReactNode;
  /** Without one, the name has its place too. */
  readonly value?: ReactNode;
  readonly actions: () => ReactNode;
}

/** One line of the table; on narrow screens the value is below the name. */
export const RowFrame = (props: Props) => {
  const { index, measure, isNarrow, icon, state, color, background, rowName, checkbox, name, value, actions } = props;
  const isWide = !isNarrow && value === undefined;
  return (
    <LightRow index={index} measure={measure} background={background} name={rowName}>
      <LightCell colSpan={isWide ? 2 : undefined}>
        <LightLine>
          {checkbox}
          <LightSign icon={icon} label={state} color={color} />
          {name}
        </LightLine>
        {isNarrow && value !== undefined && <div style={{ paddingInlineStart: 24 }}>{value}</div>}
      </LightCell>
      {!isNarrow && value !== undefined && <LightCell>{value}</LightCell>}
      <LightCell>
        <LightLine gap={2} style={{ justifyContent: 'flex-end' }}>
          <Later>{actions}</Later>
        </LightLine>
      </LightCell>
    </LightRow>
  );
};

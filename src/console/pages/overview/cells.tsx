import {
  IconCheck,
  IconCircleOff,
  IconEye,
  IconEyeOff,
  IconFileImport,
  IconLock,
  IconMinus,
  IconUserShare,
  type Icon,
} from '@tabler/icons-react';
import { Link } from 'wouter';
import { Later, LightAction, LightHidden, plainButton } from '../../components/light.tsx';
import { MaskedValue, ValueText } from '../../secrets/value-text.tsx';
import type { OverviewSecret } from './use-overview.ts';

interface State {
  readonly icon: Icon;
  readonly label: string;
  readonly color: string;
}

const colors = {
  present: 'light-dark(var(--mantine-color-pine-7), var(--mantine-color-pine-3))',
  imported: 'light-dark(var(--mantine-color-blue-8), var(--mantine-color-blue-3))',
  personal: 'light-dark(var(--mantine-color-grape-8), var(--mantine-color-grape-3))',
  dimmed: 'var(--mantine-color-dimmed)',
};

/** What the signs mean, in the order of the legend. */
export const states = {
  present: { icon: IconCheck, label: 'Present', color: colors.present },
  empty: { icon: IconCircleOff, label: 'Empty', color: colors.dimmed },
  imported: { icon: IconFileImport, label: 'Imported', color: colors.imported },
  overridden: { icon: IconUserShare, label: 'Overridden for you', color: colors.personal },
  missing: { icon: IconMinus, label: 'Missing', color: colors.dimmed },
} satisfies Record<string, State>;

const stateOf = ({ personalOverride, importedFrom, isEmpty }: OverviewSecret): State => {
  if (personalOverride) return states.overridden;
  if (importedFrom) return states.imported;
  return isEmpty ? states.empty : states.present;
};

/** Everything about a cell in words. */
const textOf = (secret: OverviewSecret, state: State): string => {
  const { importedFrom, overridesImport, secretValueHidden } = secret;
  return [
    importedFrom ? `Imported from ${importedFrom.environment} ${importedFrom.secretPath}` : state.label,
    overridesImport && 'takes the place of an imported secret',
    secretValueHidden && 'you may not read its value',
  ]
    .filter(Boolean)
    .join(', ');
};

/** A sign, and what it says. */
export const StateSign = ({ state: { icon: SignIcon, color }, text }: { state: State; text: string }) => (
  <span title={text} style={{ color, lineHeight: 0, flexShrink: 0 }}>
    <SignIcon size={18} stroke={1.8} aria-hidden />
    <LightHidden>{text}</LightHidden>
  </span>
);

const line = { display: 'flex', alignItems: 'center', minWidth: 0, minHeight: 28, gap: 6 };

interface SecretCellProps {
  readonly secret: OverviewSecret;
  /** The name of the environment. */
  readonly environment: string;
  readonly href: string;
  readonly shown: string | undefined;
  /** Where values are compared and differ: the same number is the same value. */
  readonly group: number | undefined;
  readonly onShow: () => void;
  readonly onHide: () => void;
}

/** A secret in one environment. */
export const SecretCell = ({ secret, environment, href, shown, group, onShow, onHide }: SecretCellProps) => {
  const { secretKey, secretValueHidden } = secret;
  const state = stateOf(secret);
  const isShown = shown !== undefined;
  return (
    <div style={line}>
      <Link href={href} style={{ ...line, flex: 1, color: 'inherit', textDecoration: 'none' }}>
        <StateSign state={state} text={textOf(secret, state)} />
        {group !== undefined && (
          <span style={{ fontSize: 12, fontWeight: 600, flexShrink: 0 }} title="The same number is the same value.">
            <LightHidden>Value </LightHidden>
            {`#${group}`}
          </span>
        )}
        {isShown ? <ValueText value={shown} /> : !secretValueHidden && <MaskedValue />}
        <LightHidden>{`, open ${secretKey} in ${environment}`}</LightHidden>
      </Link>
      {secretValueHidden ? (
        <span title="You may not read this value" style={{ padding: 6, lineHeight: 0, color: colors.dimmed }}>
          <IconLock size={16} aria-hidden />
        </span>
      ) : (
        <Later>
          {() => (
            <LightAction
              label={`${isShown ? 'Hide' : 'Show'} the value of ${secretKey} in ${environment}`}
              icon={isShown ? IconEyeOff : IconEye}
              onClick={isShown ? onHide : onShow}
            />
          )}
        </Later>
      )}
    </div>
  );
};

/** A name that an environment does not have. */
export const MissingCell = ({ label, onAdd }: { label: string; onAdd?: (() => void) | undefined }) =>
  onAdd ? (
    <button type="button" className={plainButton} aria-label={label} title={label} onClick={onAdd} style={line}>
      <StateSign state={states.missing} text={states.missing.label} />
    </button>
  ) : (
    <div style={line}>
      <StateSign state={states.missing} text={label} />
    </div>
  );

/** A folder in one environment. */
export const FolderCell = ({ name, environment, href }: { name: string; environment: string; href: string }) => (
  <Link href={href} style={line}>
    <StateSign state={states.present} text={`${states.present.label}, open the folder ${name} in ${environment}`} />
  </Link>
);

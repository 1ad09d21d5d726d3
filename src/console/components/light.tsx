import { ActionIcon, Table, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy, type Icon } from '@tabler/icons-react';
import { useDeferredValue, useState, type CSSProperties, type ReactNode } from 'react';
import { copyText } from './copy-text.ts';
import type { RowPlace } from './rows.ts';

/*
 * Elements of long tables. They look like Mantine's components, by the same classes, but do nothing of what these do
 * each time they are drawn: a row has a dozen of them, and scrolling draws hundreds of rows.
 */

const action = {
  '--ai-color': 'var(--mantine-color-gray-light-color)',
  '--ai-bg': 'transparent',
  '--ai-hover': 'var(--mantine-color-gray-light-hover)',
} as CSSProperties;
const disabledAction = { ...action, background: 'transparent' };
const actionClass = `mantine-focus-auto mantine-active ${ActionIcon.classes.root} ${UnstyledButton.classes.root}`;

interface ActionProps {
  readonly label: string;
  readonly icon: Icon;
  /** Why it cannot be done. */
  readonly reason?: string | undefined;
  readonly onClick: () => void;
}

/** A button with an icon. */
export const LightAction = ({ label, icon: ActionSign, reason, onClick }: ActionProps) => (
  <button
    type="button"
    className={actionClass}
    style={reason === undefined ? action : disabledAction}
    aria-label={label}
    title={reason ?? label}
    disabled={reason !== undefined}
    onClick={onClick}
  >
    <ActionSign size={16} />
  </button>
);

/** Draws what is not needed at once a moment later, and in pieces, so that it does not hold up scrolling. */
export const Later = ({ children }: { children: () => ReactNode }) => useDeferredValue(true, false) && children();

/** Copies the value of a secret. */
export const LightCopy = ({ label, value }: { label: string; value: () => string | Promise<string> }) => {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    if (!(await copyText(value, true))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <LightAction
      label={isCopied ? 'Copied' : `Copy ${label}`}
      icon={isCopied ? IconCheck : IconCopy}
      onClick={() => void copy()}
    />
  );
};

const checkbox: CSSProperties = { width: 18, height: 18, margin: '5px 3px', flexShrink: 0, cursor: 'pointer' };

interface CheckboxProps {
  readonly label: string;
  readonly isChecked: boolean;
  /** `isRange`: with the shift key, for all up to here. */
  readonly onChange: (isChecked: boolean, isRange: boolean) => void;
}

/** A checkbox in a table. */
export const LightCheckbox = ({ label, isChecked, onChange }: CheckboxProps) => (
  <input
    type="checkbox"
    aria-label={label}
    title={label}
    checked={isChecked}
    style={checkbox}
    // The click tells whether the shift key is held.
    onChange={({ currentTarget, nativeEvent }) =>
      onChange(currentTarget.checked, (nativeEvent as MouseEvent | undefined)?.shiftKey === true)
    }
  />
);

/** The class of a button without looks. */
export const plainButton = `mantine-focus-auto ${UnstyledButton.classes.root}`;

/** A text that only screen readers say. */
export const LightHidden = ({ children }: { children: string }) => (
  <span className={VisuallyHidden.classes.root}>{children}</span>
);

interface RowProps extends RowPlace {
  readonly background?: string | undefined;
  /** Finds the row again. */
  readonly name?: string | undefined;
  readonly children: ReactNode;
}

/** A row of a table. */
export const LightRow = ({ index, measure, background, name, children }: RowProps) => (
  <tr
    ref={measure}
    className={Table.classes.tr}
    data-index={index}
    data-name={name}
    data-with-row-border
    data-hover
    aria-rowindex={index + 2}
    style={{ background, '--tr-hover-bg': background ?? 'var(--table-hover-color)' } as CSSProperties}
  >
    {children}
  </tr>
);

const top: CSSProperties = { verticalAlign: 'top' };

/** A cell of a table. */
export const LightCell = ({ colSpan, children }: { colSpan?: number | undefined; children: ReactNode }) => (
  <td className={Table.classes.td} style={top} colSpan={colSpan}>
    {children}
  </td>
);

/** The heading of a row. */
export const LightHeading = ({ children }: { children: ReactNode }) => (
  <th scope="row" className={Table.classes.th} style={{ ...top, fontWeight: 400 }}>
    {children}
  </th>
);

interface LineProps {
  readonly gap?: number;
  readonly style?: CSSProperties;
  readonly children: ReactNode;
}

/** Elements beside each other. */
export const LightLine = ({ gap = 8, style, children }: LineProps) => (
  <div style={{ display: 'flex', alignItems: 'flex-start', minWidth: 0, gap, ...style }}>{children}</div>
);

/** The sign at the beginning of a row, and what it means for screen readers. */
export const LightSign = ({ icon: Sign, label, color }: { icon: Icon; label: string; color?: string | undefined }) => (
  <>
    <Sign size={16} stroke={1.6} color={color} aria-hidden style={{ flexShrink: 0, marginTop: 6 }} />
    <LightHidden>{label}</LightHidden>
  </>
);

export const monospace: CSSProperties = {
  fontFamily: 'var(--mantine-font-family-monospace)',
  overflowWrap: 'anywhere',
};

import { useEffect, useRef, type ReactNode } from 'react';
import { LightHidden, plainButton } from '../../components/light.tsx';

interface Props {
  readonly isEditing: boolean;
  /** What a screen reader says before the text of the cell. */
  readonly label: string;
  /** Why the cell cannot be edited. */
  readonly reason?: string | undefined;
  readonly onEdit: () => void;
  /** Called only while the cell is edited. */
  readonly editor: () => ReactNode;
  readonly children: ReactNode;
}

const looks = { width: '100%', minWidth: 0, minHeight: 28, padding: '2px 0', fontSize: 'inherit', cursor: 'text' };
const fixedLooks = { ...looks, cursor: 'default' };

/** A cell that becomes an editor when it is clicked, and takes the focus back afterwards. */
export const EditableCell = ({ isEditing, label, reason, onEdit, editor, children }: Props) => {
  const button = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    if (wasEditing.current && !isEditing && document.activeElement === document.body) button.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  if (isEditing) return editor();
  return (
    <button
      type="button"
      ref={button}
      className={plainButton}
      aria-disabled={reason === undefined ? undefined : true}
      title={reason}
      onClick={reason === undefined ? onEdit : undefined}
      style={reason === undefined ? looks : fixedLooks}
    >
      <LightHidden>{`${label}: `}</LightHidden>
      {children}
    </button>
  );
};

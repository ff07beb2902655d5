import { clsx } from 'clsx';
import { Upload } from 'lucide-react';
import { type DragEvent, useId, useState } from 'react';
import { ui } from '../words/en/ui.ts';
import { useWords } from '../words/words.ts';

interface FileDropProps {
  readonly label: string;
  /** Accepted types and sizes. */
  readonly hint: string;
  /** Filters the file picker, as in `<input accept>`; dropped files may have any type. */
  readonly accept: string;
  readonly onFile: (file: File) => void;
  readonly disabled?: boolean;
  readonly className?: string;
}

export function FileDrop({ label, hint, accept, onFile, disabled = false, className }: FileDropProps) {
  const words = useWords(ui);
  const id = useId();
  const [isOver, setOver] = useState(false);
  const chooseFirst = (files: FileList | null) => {
    const file = files?.[0];
    if (file !== undefined && !disabled) onFile(file);
  };
  const over = (event: DragEvent) => {
    event.preventDefault();
    setOver(!disabled);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    chooseFirst(event.dataTransfer.files);
  };
  return (
    <label
      htmlFor={id}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={clsx(
        'flex cursor-pointer flex-col items-center gap-1 rounded-lg border border-dashed border-control px-5 py-7 text-center text-sm transition focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ring hover:bg-raised has-disabled:cursor-not-allowed has-disabled:opacity-50',
        isOver && 'bg-raised',
        className,
      )}
    >
      <Upload aria-hidden="true" className="mb-1.5 size-5 text-muted" />
      <span className="font-medium">{label}</span>
      <span className="text-muted">
        {isOver ? words.fileDrop.drop : `${words.fileDrop.choose} ${words.fileDrop.orDrop}`}
      </span>
      <span id={`${id}-hint`} className="text-xs text-faint">
        {hint}
      </span>
      <input
        id={id}
        type="file"
        accept={accept}
        aria-describedby={`${id}-hint`}
        disabled={disabled}
        className="sr-only"
        onChange={(event) => {
          chooseFirst(event.target.files);
          // So that the same file can be chosen again.
          event.target.value = '';
        }}
      />
    </label>
  );
}

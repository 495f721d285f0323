import { Upload } from 'lucide-react'
import { type ClipboardEvent, type DragEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { describeFileRefusal } from './file-refusals.ts'
import { type FileRefusal, type FileRules, type RefusedFile, validateFiles } from './file-rules.ts'
import { readPastedFiles } from './pasted-files.ts'
import { useUiText } from './text.tsx'

/**
 * Accepts files by click, drop or paste, and explains why a file is refused. With children it is a drop area around
 * them, without it is a box of its own.
 *
 *     <Dropzone label="Model" rules={{ endings: ['.ifc', '.ifczip'], max_bytes, max_files: 20 }} onFiles={add} />
 */
export function Dropzone(props: {
  label: string
  rules: FileRules
  onFiles: (files: File[], refused: RefusedFile[]) => void
  /** receives every selection, also an empty one, and reports refusals itself */
  silent?: boolean
  /** true, or the reason */
  disabled?: boolean | string
  help?: ReactNode
  /** overrides of the button label and of refusal messages */
  action?: string
  refusals?: Partial<Record<FileRefusal, string>>
  children?: ReactNode
  className?: string
}) {
  const { rules, disabled } = props
  const text = useUiText()
  const input = useRef<HTMLInputElement>(null)
  const depth = useRef(0)
  const [over, setOver] = useState(false)
  const [refusals, setRefusals] = useState<string[]>([])
  const refusalsId = useId()
  const many = (rules.max_files ?? 1) > 1

  function sentence(reason: FileRefusal): string {
    return props.refusals?.[reason] ?? describeFileRefusal(reason, rules, text)
  }
  function take(files: File[]) {
    if (disabled || files.length === 0) return
    const { accepted, refused } = validateFiles(files, rules)
    if (props.silent) return props.onFiles(accepted, refused)
    const alone = files.length === 1 || !many
    const sentences = refused.map(({ file, reason }) =>
      alone ? sentence(reason) : `${file.name}: ${sentence(reason)}`,
    )
    setRefusals([...new Set(sentences)])
    if (accepted.length > 0) props.onFiles(accepted, refused)
  }
  const dragHandlers = {
    onDragEnter(event: DragEvent) {
      if (!event.dataTransfer.types.includes('Files')) return
      depth.current += 1
      setOver(true)
    },
    onDragLeave() {
      depth.current = Math.max(0, depth.current - 1)
      if (depth.current === 0) setOver(false)
    },
    onDragOver(event: DragEvent) {
      if (event.dataTransfer.types.includes('Files')) event.preventDefault()
    },
    onDrop(event: DragEvent) {
      event.preventDefault()
      depth.current = 0
      setOver(false)
      take([...event.dataTransfer.files])
    },
    onPaste(event: ClipboardEvent) {
      take(readPastedFiles(event.clipboardData))
    },
  }
  const refused = refusals.length > 0 && (
    <ul id={refusalsId} role="alert" className="mt-2 text-13 text-danger">
      {refusals.map((refusal) => (
        <li key={refusal}>{refusal}</li>
      ))}
    </ul>
  )
  const chooser = (
    <input
      ref={input}
      type="file"
      hidden
      multiple={many}
      accept={rules.endings.join(',')}
      onChange={(event) => {
        take([...(event.currentTarget.files ?? [])])
        event.currentTarget.value = ''
      }}
    />
  )

  if (props.children) {
    return (
      <div {...dragHandlers} className={cx('relative', props.className)}>
        {props.children}
        {over && !disabled && (
          <div className="pointer-events-none absolute inset-0 z-10 grid place-items-center rounded-card border-2 border-accent-strong border-dashed bg-accent-soft/90 font-semibold text-16 text-text">
            {props.label}
          </div>
        )}
        {refused}
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw its legend
    <div role="group" aria-label={props.label} className={props.className}>
      <div
        {...dragHandlers}
        className={cx(
          'flex flex-col items-center gap-2 rounded-card border border-line-strong border-dashed px-4 py-6 text-center transition-colors',
          over && !disabled ? 'border-accent-strong bg-accent-soft' : 'bg-canvas',
        )}
      >
        {chooser}
        <Button
          icon={<Upload aria-hidden />}
          disabled={disabled}
          aria-describedby={refusals.length > 0 ? refusalsId : undefined}
          onClick={() => input.current?.click()}
        >
          {props.action ?? text.chooseFile(many)}
        </Button>
        <p className="text-13 text-text-muted">{text.dropHere}</p>
        {props.help && <p className="text-12 text-text-muted">{props.help}</p>}
      </div>
      {refused}
    </div>
  )
}

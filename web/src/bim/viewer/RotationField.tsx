import { NumberField } from '../../ui/NumberField.tsx'
import { useViewerText } from './text.ts'

/** A rotation about the vertical in degrees, with its label. */
export function RotationField(props: {
  value: number
  step: number
  /** class of the label's width, that of the fields around it */
  labelWidth: string
  onChange: (degrees: number) => void
}) {
  const text = useViewerText()
  return (
    <div className="flex min-w-0 items-center gap-2">
      <span aria-hidden className={`${props.labelWidth} flex-none truncate text-12 text-text-muted`}>
        {text.rotation}
      </span>
      <NumberField
        className="min-w-0 flex-1"
        aria-label={text.rotation}
        unit="°"
        step={props.step}
        min={-360}
        max={360}
        value={props.value}
        onChange={(value) => value !== null && props.onChange(value)}
      />
    </div>
  )
}

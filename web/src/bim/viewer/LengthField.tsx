import { NumberField } from '../../ui/NumberField.tsx'
import { lengthUnit, type Units } from './units.ts'

/** A length or coordinate, typed in the project's unit and kept in metres. */
export function LengthField(props: {
  label: string
  units: Units
  value: number
  onChange: (metres: number) => void
  step?: number
}) {
  const { name, metres } = lengthUnit(props.units)
  return (
    <div className="flex min-w-0 items-center gap-2 text-13">
      <span aria-hidden className="w-16 flex-none truncate text-12 text-text-muted">
        {props.label}
      </span>
      <NumberField
        className="min-w-0 flex-1"
        aria-label={props.label}
        unit={name}
        step={props.step ?? 0.1}
        value={Math.round((props.value / metres) * 1000) / 1000}
        onChange={(value) => value !== null && props.onChange(value * metres)}
      />
    </div>
  )
}

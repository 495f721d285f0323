import { getLengthUnit, type MeasurementUnits } from '../../projects/units.ts'
import { cx } from '../../ui/cx.ts'
import { NumberField } from '../../ui/NumberField.tsx'

interface LengthProps {
  label: string
  units: MeasurementUnits
  value: number
  onChange: (metres: number) => void
}

/** Input of a length or coordinate in the project's unit; its value is in metres. */
export function LengthInput(props: LengthProps & { bare?: boolean; className?: string }) {
  const { name, metres } = getLengthUnit(props.units)
  return (
    <NumberField
      className={props.className}
      bare={props.bare}
      aria-label={props.label}
      unit={name}
      step={0.1}
      value={Math.round((props.value / metres) * 1000) / 1000}
      onChange={(value) => value !== null && props.onChange(value * metres)}
    />
  )
}

/** A length input with its label beside it, or above it if `narrow`. */
export function LengthField({ narrow = false, ...props }: LengthProps & { narrow?: boolean }) {
  return (
    <div className={cx('flex min-w-0 text-13', narrow ? 'flex-col' : 'items-center gap-2')}>
      <span aria-hidden className={cx('truncate text-12 text-text-muted', !narrow && 'w-16 flex-none')}>
        {props.label}
      </span>
      <LengthInput {...props} bare={narrow} className={narrow ? 'w-full' : 'min-w-0 flex-1'} />
    </div>
  )
}

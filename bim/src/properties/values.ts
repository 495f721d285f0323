import type { Property } from '../model.ts'
import type { Cursor, StepValue } from '../step/cursor.ts'
import type { FileUnits } from '../structure/units.ts'
import type { AttributeName } from './attribute-names.ts'

/** Maximum number of values joined into a text; of the rest only the count is shown. */
const MOST_VALUES = 500
const MOST_TEXT = 10_000
const LOGICAL: Record<string, string> = { T: 'True', F: 'False', U: 'Unknown' }

/** Context for formatting the values of a file. */
export interface ValueContext {
  cursor: Cursor
  units: FileUnits
  /** FILE_SCHEMA in capitals */
  schema: string
}

/** Formats a number with up to six decimals, six significant digits below one, without an exponent where possible. */
export function formatNumber(number: number): string {
  const rounded = Math.abs(number) < 1 ? Number(number.toPrecision(6)) : Math.round(number * 1e6) / 1e6
  return String(Number.isFinite(rounded) ? rounded + 0 : number)
}

/** A property with one value. `unit` is the property's own unit, or 0 for the unit of its measure. */
export function buildSingleValue(
  reading: ValueContext,
  name: string,
  value: StepValue | null,
  unit: number,
): Property {
  if (!value) return { name, value: '' }
  const property: Property = { name, value: formatValue(reading, value) }
  if (value.number === null) return property
  property.number = value.number
  const symbol = unitSymbol(reading, value, unit)
  if (symbol !== '') property.unit = symbol
  return property
}

/** An attribute of the schema: its unit follows from its measure, which the file does not repeat. */
export function buildAttribute(
  reading: ValueContext,
  { name, unit, logical }: AttributeName,
  value: StepValue | null,
): Property {
  if (!value || value.ref > 0) return { name, value: '' }
  if (logical) return { name, value: LOGICAL[value.text] ?? value.text }
  const property = buildSingleValue(reading, name, value, 0)
  const symbol = unit === '' ? '' : reading.units.symbolOfKind(unit)
  if (property.number !== undefined && symbol !== '') property.unit = symbol
  return property
}

/** A property with several values, joined. */
export function buildListValue(
  reading: ValueContext,
  name: string,
  values: StepValue[],
  unit: number,
): Property {
  const first = values[0]
  if (values.length === 1 && first) return buildSingleValue(reading, name, first, unit)
  const shown = values.slice(0, MOST_VALUES).map((value) => formatValue(reading, value))
  if (values.length > MOST_VALUES) shown.push(`… ${values.length - MOST_VALUES} more`)
  const property: Property = { name, value: limited(shown.join(', ')) }
  const symbol = first && first.number !== null ? unitSymbol(reading, first, unit) : ''
  if (symbol !== '') property.unit = symbol
  return property
}

/** Formats a range: 10 – 20, ≥ 10, ≤ 20. */
export function buildBoundedValue(
  reading: ValueContext,
  name: string,
  bounds: { upper: StepValue | null; lower: StepValue | null; setPoint: StepValue | null; unit: number },
): Property {
  const { upper, lower, setPoint, unit } = bounds
  const known = setPoint ?? upper ?? lower
  if (!known) return { name, value: '' }
  const low = lower && formatValue(reading, lower)
  const high = upper && formatValue(reading, upper)
  const parts: string[] = []
  if (setPoint) parts.push(formatValue(reading, setPoint))
  if (low && high) parts.push(setPoint ? `(${low} – ${high})` : `${low} – ${high}`)
  else if (low || high) parts.push(low ? `≥ ${low}` : `≤ ${high}`)
  const property: Property = { name, value: parts.join(' ') }
  if (setPoint && setPoint.number !== null) property.number = setPoint.number
  const symbol = unitSymbol(reading, known, unit)
  if (symbol !== '') property.unit = symbol
  return property
}

/** Formats a table: 1 mm → 10 °C; 2 mm → 20 °C */
export function buildTableValue(
  reading: ValueContext,
  name: string,
  columns: { defining: StepValue[]; defined: StepValue[]; units: number[] },
): Property {
  const [defining = [], defined = []] = [columns.defining, columns.defined].map((values, column) =>
    values.slice(0, MOST_VALUES + 1).map((value) => {
      const symbol = value.number === null ? '' : unitSymbol(reading, value, columns.units[column] ?? 0)
      return symbol === '' ? formatValue(reading, value) : `${formatValue(reading, value)} ${symbol}`
    }),
  )
  const rows = defining.slice(0, MOST_VALUES).map((from, row) => `${from} → ${defined[row] ?? ''}`)
  const more = columns.defining.length - MOST_VALUES
  if (more > 0) rows.push(`… ${more} more`)
  return { name, value: limited(rows.join('; ')) }
}

export function formatValue(reading: ValueContext, value: StepValue): string {
  if (value.ref > 0) return reading.cursor.file.kindName(reading.cursor.slot(value.ref)).replace(/^IFC/, '')
  if (value.type === 'IFCBOOLEAN' || value.type === 'IFCLOGICAL') return LOGICAL[value.text] ?? value.text
  if (value.type === 'IFCCOMPOUNDPLANEANGLEMEASURE') return formatAngle(value.text)
  if (value.number === null) return limited(value.text)
  // An integer beyond the precision of doubles is shown as written.
  if (!Number.isSafeInteger(value.number) && /^[-+]?\d+$/.test(value.text)) return value.text
  return formatNumber(value.number)
}

/** Degrees, minutes, seconds and millionths of a second, which all have the sign of the angle: -48° 8′ 30.5″ */
function formatAngle(text: string): string {
  const parts = text.split(', ').map(Number)
  const [degrees = 0, minutes = 0, seconds = 0, millionths = 0] = parts.map(Math.abs)
  const sign = parts.some((part) => part < 0) ? '-' : ''
  return `${sign}${degrees}° ${minutes}′ ${formatNumber(seconds + millionths / 1e6)}″`
}

function unitSymbol(reading: ValueContext, value: StepValue, unit: number): string {
  return unit > 0 ? reading.units.symbol(unit) : reading.units.symbolOfMeasure(value.type)
}

function limited(text: string): string {
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT).toWellFormed()}…` : text
}

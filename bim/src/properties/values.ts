import type { Property } from '../model.ts'
import type { Cursor, StepValue } from '../step/cursor.ts'
import type { FileUnits } from '../structure/units.ts'

/** Maximum number of values joined into a text; of the rest only the count is shown. */
const MOST_VALUES = 500
const MOST_TEXT = 10_000
const LOGICAL: Record<string, string> = { T: 'True', F: 'False', U: 'Unknown' }

/** Context for formatting the values of a file. */
export interface ValueContext {
  cursor: Cursor
  units: FileUnits
}

/** Formats a number with up to six decimals, without an exponent where possible. */
export function formatNumber(number: number): string {
  const rounded = Math.round(number * 1e6) / 1e6
  const usable = Number.isFinite(rounded) && (rounded !== 0 || number === 0)
  return String(usable ? rounded + 0 : number)
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

/** Formats a table: 1 → 10; 2 → 20 */
export function buildTableValue(name: string, defining: string[], defined: string[]): Property {
  const rows = defining.slice(0, MOST_VALUES).map((from, row) => `${from} → ${defined[row] ?? ''}`)
  if (defining.length > MOST_VALUES) rows.push(`… ${defining.length - MOST_VALUES} more`)
  return { name, value: limited(rows.join('; ')) }
}

export function formatValue(reading: ValueContext, value: StepValue): string {
  if (value.ref > 0) return reading.cursor.file.kindName(reading.cursor.slot(value.ref)).replace(/^IFC/, '')
  if (value.type === 'IFCBOOLEAN' || value.type === 'IFCLOGICAL') return LOGICAL[value.text] ?? value.text
  return value.number === null ? limited(value.text) : formatNumber(value.number)
}

function unitSymbol(reading: ValueContext, value: StepValue, unit: number): string {
  return unit > 0 ? reading.units.symbol(unit) : reading.units.symbolOfMeasure(value.type)
}

function limited(text: string): string {
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT).toWellFormed()}…` : text
}

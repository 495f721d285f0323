import { foldText } from './text.ts'

/** Makes values comparable: converts units to their base unit, and fire ratings such as EI30 to minutes. */

/** Dimension, factor to the base unit, and offset added afterwards. */
type Unit = [dimension: string, factor: number, offset?: number]

const UNITS: Record<string, Unit> = {
  m: ['length', 1],
  km: ['length', 1000],
  dm: ['length', 0.1],
  cm: ['length', 0.01],
  mm: ['length', 0.001],
  µm: ['length', 1e-6],
  in: ['length', 0.0254],
  ft: ['length', 0.3048],
  yd: ['length', 0.9144],
  mi: ['length', 1609.344],
  'm²': ['area', 1],
  'km²': ['area', 1e6],
  'dm²': ['area', 0.01],
  'cm²': ['area', 1e-4],
  'mm²': ['area', 1e-6],
  'in²': ['area', 0.0254 ** 2],
  'ft²': ['area', 0.3048 ** 2],
  'm³': ['volume', 1],
  'dm³': ['volume', 1e-3],
  'cm³': ['volume', 1e-6],
  'mm³': ['volume', 1e-9],
  l: ['volume', 1e-3],
  'in³': ['volume', 0.0254 ** 3],
  'ft³': ['volume', 0.3048 ** 3],
  kg: ['mass', 1],
  g: ['mass', 1e-3],
  mg: ['mass', 1e-6],
  t: ['mass', 1000],
  Mg: ['mass', 1000],
  lb: ['mass', 0.45359237],
  oz: ['mass', 0.028349523125],
  s: ['time', 1],
  ms: ['time', 1e-3],
  min: ['time', 60],
  h: ['time', 3600],
  d: ['time', 86400],
  rad: ['angle', 1],
  '°': ['angle', Math.PI / 180],
  K: ['temperature', 1],
  '°C': ['temperature', 1, 273.15],
  '°F': ['temperature', 5 / 9, 459.67 * (5 / 9)],
  W: ['power', 1],
  kW: ['power', 1e3],
  MW: ['power', 1e6],
  J: ['energy', 1],
  kJ: ['energy', 1e3],
  MJ: ['energy', 1e6],
  kWh: ['energy', 3.6e6],
  N: ['force', 1],
  kN: ['force', 1e3],
  MN: ['force', 1e6],
  Pa: ['pressure', 1],
  kPa: ['pressure', 1e3],
  MPa: ['pressure', 1e6],
  A: ['current', 1],
  mA: ['current', 1e-3],
  V: ['voltage', 1],
  mV: ['voltage', 1e-3],
  kV: ['voltage', 1e3],
  Hz: ['frequency', 1],
  kHz: ['frequency', 1e3],
}
const PLAIN_NUMBER = /^[-+]?(?:\d+(?:[.,]\d+)?|[.,]\d+)(?:e[-+]?\d{1,3})?/i

/** Normalises common spellings of units: m2 → m², sqm → m². */
function knownUnit(typed: string): string {
  const unit = typed.replace(/2$/, '²').replace(/3$/, '³').replace(/^u/, 'µ').replace(/^deg$/i, '°')
  return unit in UNITS ? unit : ({ sqm: 'm²', cbm: 'm³', sqft: 'ft²', '"': 'in', "'": 'ft' }[typed] ?? typed)
}

/** Converts a number to the base unit of its dimension; numbers with an unknown unit are unchanged. */
export function toBaseUnit(number: number, unit: string): number {
  const [, factor, offset = 0] = UNITS[unit] ?? ['', 1]
  return number * factor + offset
}

/** The dimension that a unit measures; an unknown unit is its own dimension. */
export function getDimension(unit: string): string {
  return UNITS[unit]?.[0] ?? unit
}

/** Parses a number with an optional unit ('' if absent); null for anything else. */
export function parseMeasure(text: string): { number: number; unit: string } | null {
  const trimmed = text.trim()
  const found = PLAIN_NUMBER.exec(trimmed)
  if (!found) return null
  const rest = trimmed.slice(found[0].length).trim()
  if (rest.length > 12 || /\d[\d.,]/.test(rest) || /^[-/.,\d]/.test(rest)) return null
  const number = Number(found[0].replace(',', '.'))
  return Number.isFinite(number) ? { number, unit: knownUnit(rest) } : null
}

const LETTERS = /^(?:reim|reiw|reis|rei|rew|re|eiw|eim|eis|ei|ew|bs|fd|fr|rf|cf|pf|[efgiklrstw])(?![a-z])/
const MINUTES = new Set([10, 15, 20, 30, 45, 60, 75, 90, 105, 120, 150, 180, 210, 240, 300, 360])

/**
 * Parses the minutes of a fire rating: EI30, EI 60-C, EI2 30 and EI230 (class 2), REI120, F90-A, T30-RS, FD30,
 * 60/60/60, 30 min, 1 h, 1-1/2 hr; null when the text is not a rating.
 */
export function parseRatingMinutes(text: string): number | null {
  if (text.length < 2 || text.length > 40) return null
  const folded = foldText(text)
  const letters = LETTERS.exec(folded)
  if (letters) return durationIn(folded.slice(letters[0].length))
  const triple = /^(?:\d{2,3}|-)\/(?:\d{2,3}|-)\/(?:\d{2,3}|-)$/.exec(folded)
  if (triple) {
    const parts = folded.split('/').filter((part) => part !== '-')
    return parts.length === 0 ? null : Math.min(...parts.map(Number))
  }
  const minutes = /^(\d{1,3}) ?(?:min|mins|minutes?|minuten|')\b/.exec(`${folded} `)
  if (minutes) return Number(minutes[1])
  const hours = /^(?:(\d+(?:[.,]\d+)?)[- ]?)?(?:(\d)[⁄/](\d))? ?(?:h|hr|hrs|hours?|std)\b/.exec(folded)
  if (!hours || (hours[1] === undefined && hours[2] === undefined)) return null
  const part = hours[2] === undefined ? 0 : Number(hours[2]) / Math.max(1, Number(hours[3]))
  return Math.round((Number((hours[1] ?? '0').replace(',', '.')) + part) * 60)
}

/** The duration after the letters, skipping a class of 1 or 2. */
function durationIn(rest: string): number | null {
  const found = /^[\s_/-]*(\d{1,4})(?:[\s_/-]+(\d{2,3}))?/.exec(rest)
  if (!found) return null
  const [first = '', second = ''] = [found[1], found[2]]
  if ((first === '1' || first === '2') && MINUTES.has(Number(second))) return Number(second)
  if (MINUTES.has(Number(first))) return Number(first)
  const behind = Number(first.slice(1))
  return /^[12]/.test(first) && MINUTES.has(behind) ? behind : null
}

/** The numeric sort value of a text: the minutes of a rating, or a plain number; null for words. */
export function parseSortNumber(text: string): number | null {
  const trimmed = text.trim()
  if (PLAIN_NUMBER.exec(trimmed)?.[0].length !== trimmed.length || trimmed === '')
    return parseRatingMinutes(trimmed)
  const number = Number(trimmed.replace(',', '.'))
  return Number.isFinite(number) ? number : null
}

import type { ReferenceFile, Statement, Value } from './step.ts'

const PREFIX: Record<string, string> = {
  EXA: 'E',
  PETA: 'P',
  TERA: 'T',
  GIGA: 'G',
  MEGA: 'M',
  KILO: 'k',
  HECTO: 'h',
  DECA: 'da',
  DECI: 'd',
  CENTI: 'c',
  MILLI: 'm',
  MICRO: 'µ',
  NANO: 'n',
  PICO: 'p',
  FEMTO: 'f',
  ATTO: 'a',
}
const SI =
  'METRE m SQUARE_METRE m² CUBIC_METRE m³ GRAM g SECOND s AMPERE A KELVIN K DEGREE_CELSIUS °C MOLE mol CANDELA cd RADIAN rad STERADIAN sr HERTZ Hz NEWTON N PASCAL Pa JOULE J WATT W COULOMB C VOLT V FARAD F OHM Ω SIEMENS S WEBER Wb TESLA T HENRY H LUMEN lm LUX lx BECQUEREL Bq GRAY Gy SIEVERT Sv'.split(
    ' ',
  )
/** Symbols for the conversion-based units that occur in the compared files. */
const CONVERTED: Record<string, string> = {
  degree: '°',
  foot: 'ft',
  inch: 'in',
  hour: 'h',
  day: 'd',
  litre: 'l',
  squarefoot: 'ft²',
}

export const refOf = (value: Value | undefined): number =>
  value && !Array.isArray(value) && value.kind === 'ref' ? value.id : 0
export const textOf = (value: Value | undefined): string =>
  value && !Array.isArray(value) && value.kind === 'text' ? value.text : ''
const wordOf = (value: Value | undefined): string =>
  value && !Array.isArray(value) && value.kind === 'word' ? value.word : ''
export const refsOf = (value: Value | undefined): number[] =>
  (Array.isArray(value) ? value : [value]).map(refOf).filter((id) => id > 0)

/** Symbol of a unit entity, by the attribute positions of the schema (equal in all three). */
export function symbolOf(file: ReferenceFile, id: number): string {
  const unit = file.statements.get(id)
  if (!unit) return ''
  const { entity, values } = unit
  if (entity === 'IFCSIUNIT') {
    const symbol = SI[SI.indexOf(wordOf(values[3])) + 1] ?? ''
    return (PREFIX[wordOf(values[2])] ?? '') + symbol
  }
  if (entity.startsWith('IFCCONVERSIONBASEDUNIT') || entity === 'IFCCONTEXTDEPENDENTUNIT') {
    const name = textOf(values[2])
    return CONVERTED[name.replaceAll(' ', '').toLowerCase()] ?? name
  }
  if (entity === 'IFCMONETARYUNIT') return textOf(values[0]) || wordOf(values[0])
  if (entity !== 'IFCDERIVEDUNIT') return ''
  const parts = refsOf(values[0]).map((element) => {
    const [base, power] = file.statements.get(element)?.values ?? []
    const exponent = power && 'number' in power ? power.number : 0
    const size = Math.abs(exponent)
    return { text: symbolOf(file, refOf(base)) + (['', '', '²', '³', '⁴'][size] ?? `^${size}`), exponent }
  })
  const over = parts.filter((part) => part.exponent > 0).map((part) => part.text)
  const under = parts.filter((part) => part.exponent < 0).map((part) => part.text)
  if (under.length === 0) return over.join('·')
  return `${over.join('·') || '1'}/${under.length > 1 ? `(${under.join('·')})` : under[0]}`
}

/** The assigned unit of each unit type. The first length unit that leads to metres is the length unit. */
export function assignedUnits(file: ReferenceFile): Map<string, number> {
  const project = file.all('IFCPROJECT')[0]
  const assigned = new Map<string, number>()
  for (const id of refsOf(file.statements.get(refOf(project?.values[8]))?.values[0])) {
    const unit = file.statements.get(id)
    if (!unit) continue
    const kind = unit.entity === 'IFCMONETARYUNIT' ? 'MONETARYUNIT' : wordOf(unit.values[1])
    if (kind === 'LENGTHUNIT' && !isLength(file, unit)) continue
    if (!assigned.has(kind)) assigned.set(kind, id)
  }
  return assigned
}

function isLength(file: ReferenceFile, unit: Statement): boolean {
  if (unit.entity === 'IFCSIUNIT') return wordOf(unit.values[3]) === 'METRE'
  const base = file.statements.get(refOf(file.statements.get(refOf(unit.values[3]))?.values[1]))
  return base !== undefined && isLength(file, base)
}

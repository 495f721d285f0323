import { Cursor } from '../step/cursor.ts'

const PREFIXES: Record<string, [symbol: string, factor: number]> = {
  EXA: ['E', 1e18],
  PETA: ['P', 1e15],
  TERA: ['T', 1e12],
  GIGA: ['G', 1e9],
  MEGA: ['M', 1e6],
  KILO: ['k', 1e3],
  HECTO: ['h', 1e2],
  DECA: ['da', 1e1],
  DECI: ['d', 1e-1],
  CENTI: ['c', 1e-2],
  MILLI: ['m', 1e-3],
  MICRO: ['µ', 1e-6],
  NANO: ['n', 1e-9],
  PICO: ['p', 1e-12],
  FEMTO: ['f', 1e-15],
  ATTO: ['a', 1e-18],
}
const SI_SYMBOLS: Record<string, string> = {
  METRE: 'm',
  SQUARE_METRE: 'm²',
  CUBIC_METRE: 'm³',
  GRAM: 'g',
  SECOND: 's',
  AMPERE: 'A',
  KELVIN: 'K',
  DEGREE_CELSIUS: '°C',
  MOLE: 'mol',
  CANDELA: 'cd',
  RADIAN: 'rad',
  STERADIAN: 'sr',
  HERTZ: 'Hz',
  NEWTON: 'N',
  PASCAL: 'Pa',
  JOULE: 'J',
  WATT: 'W',
  COULOMB: 'C',
  VOLT: 'V',
  FARAD: 'F',
  OHM: 'Ω',
  SIEMENS: 'S',
  WEBER: 'Wb',
  TESLA: 'T',
  HENRY: 'H',
  LUMEN: 'lm',
  LUX: 'lx',
  BECQUEREL: 'Bq',
  GRAY: 'Gy',
  SIEVERT: 'Sv',
}
/** Names of conversion-based units found in files, without spaces and in lower case. */
const CONVERTED_SYMBOLS: Record<string, string> = {
  degree: '°',
  minute: 'min',
  hour: 'h',
  day: 'd',
  foot: 'ft',
  feet: 'ft',
  "'": 'ft',
  inch: 'in',
  '"': 'in',
  yard: 'yd',
  mile: 'mi',
  squarefoot: 'ft²',
  squareinch: 'in²',
  cubicfoot: 'ft³',
  cubicinch: 'in³',
  litre: 'l',
  liter: 'l',
  pound: 'lb',
  ounce: 'oz',
  tonne: 't',
  fahrenheit: '°F',
}
/**
 * Unit types of measures whose name differs from that of their unit; see IfcUnitEnum and IfcDerivedUnitEnum.
 */
const UNIT_OF_MEASURE: Record<string, string> = {
  POSITIVELENGTH: 'LENGTHUNIT',
  NONNEGATIVELENGTH: 'LENGTHUNIT',
  POSITIVEPLANEANGLE: 'PLANEANGLEUNIT',
  COMPOUNDPLANEANGLE: '',
  THERMALCONDUCTIVITY: 'THERMALCONDUCTANCEUNIT',
  SECTIONALAREAINTEGRAL: 'SECTIONAREAINTEGRALUNIT',
}
const EXPONENTS: Record<string, string> = { 1: '', 2: '²', 3: '³', 4: '⁴' }
/** Maximum nesting depth of composed units. */
const DEEPEST = 4
/** Size limit of the symbol cache; no schema has as many measures. */
const MOST_MEASURES = 1000

/** The units of a file: its length unit in metres, and symbols for values. */
export class FileUnits {
  /** metres per length unit of the file */
  metres = 1
  lengthName = 'METRE'
  /** entity number of the length unit, 0 when the file assigns none */
  lengthUnit = 0
  /** entity numbers of further units that are assigned as length units */
  readonly otherLengthUnits: number[] = []
  #cursor: Cursor
  #symbols = new Map<number, string>()
  #symbolsOfMeasures = new Map<string, string>()
  #assigned = new Map<string, number>()

  constructor(cursor: Cursor, assignment: number) {
    // A separate cursor: callers look up symbols in the middle of a statement.
    this.#cursor = new Cursor(cursor.file)
    const units = cursor.openId(assignment) ? cursor.refs() : []
    for (const unit of units.slice(0, 200)) {
      const kind = this.#unitKind(unit)
      if (kind === 'LENGTHUNIT') this.#takeLength(unit)
      else if (kind !== '' && !this.#assigned.has(kind)) this.#assigned.set(kind, unit)
    }
  }

  /**
   * Uses the first unit that can be converted to metres; some exporters declare areas and volumes as lengths.
   */
  #takeLength(unit: number): void {
    const metres = this.lengthUnit === 0 ? this.readMetres(unit) : null
    if (metres === null || !(metres > 1e-9 && metres < 1e9)) {
      this.otherLengthUnits.push(unit)
      return
    }
    this.metres = metres
    this.lengthUnit = unit
    this.lengthName = this.#unitName(unit)
    this.#assigned.set('LENGTHUNIT', unit)
  }

  /** Symbol for values of a measure such as IFCLENGTHMEASURE; '' if there is none. */
  symbolOfMeasure(measure: string): string {
    const known = this.#symbolsOfMeasures.get(measure)
    if (known !== undefined) return known
    const stem = /^IFC(\w+?)MEASURE$/.exec(measure)?.[1]
    const unit = stem === undefined ? undefined : this.#assigned.get(UNIT_OF_MEASURE[stem] ?? `${stem}UNIT`)
    const symbol = unit === undefined ? '' : this.symbol(unit)
    if (this.#symbolsOfMeasures.size < MOST_MEASURES) this.#symbolsOfMeasures.set(measure, symbol)
    return symbol
  }

  /** Symbol for a unit type such as LENGTHUNIT or AREAUNIT; '' when the file assigns none. */
  symbolOfKind(kind: string): string {
    const unit = this.#assigned.get(kind)
    return unit === undefined ? '' : this.symbol(unit)
  }

  /** Radians per unit of plane angles: by its stated size, because programs name it as they like; else by its name. */
  get radians(): number {
    const size = this.#readSize(this.#assigned.get('PLANEANGLEUNIT') ?? 0, 'RADIAN')
    if (size !== null && size > 1e-9 && size < 1e3) return size
    const symbol = this.symbolOfKind('PLANEANGLEUNIT').toLowerCase()
    if (symbol === '°' || symbol.includes('deg')) return Math.PI / 180
    return /^(gon|grad)/.test(symbol) ? Math.PI / 200 : 1
  }

  /** Symbol of a unit entity, '' when it is unknown. */
  symbol(unit: number, depth = 0): string {
    const known = this.#symbols.get(unit)
    if (known !== undefined) return known
    const symbol = depth > DEEPEST ? '' : this.#readSymbol(unit, depth)
    this.#symbols.set(unit, symbol)
    return symbol
  }

  #entity(unit: number): string {
    const slot = this.#cursor.slot(unit)
    if (slot < 0) return ''
    this.#cursor.open(slot)
    return this.#cursor.file.kindName(slot)
  }

  #unitKind(unit: number): string {
    const entity = this.#entity(unit)
    if (entity === 'IFCMONETARYUNIT') return 'MONETARYUNIT'
    if (entity === 'IFCDERIVEDUNIT') return this.#cursor.skip(1).word()
    return /^IFC(SI|CONVERSIONBASED|CONTEXTDEPENDENT)UNIT/.test(entity) ? this.#cursor.skip(1).word() : ''
  }

  #unitName(unit: number): string {
    const entity = this.#entity(unit)
    if (entity !== 'IFCSIUNIT') return this.#cursor.skip(2).string()
    const prefix = this.#cursor.skip(2).word()
    return prefix + this.#cursor.word()
  }

  /** Metres per length unit; null when it cannot be determined. */
  readMetres(unit: number): number | null {
    return this.#readSize(unit, 'METRE')
  }

  /** Size of a unit in an SI unit; null when it cannot be determined. The measured value may lack its type. */
  #readSize(unit: number, si: 'METRE' | 'RADIAN', depth = 0): number | null {
    const entity = this.#entity(unit)
    if (entity === 'IFCSIUNIT') {
      const factor = PREFIXES[this.#cursor.skip(2).word()]?.[1] ?? 1
      return this.#cursor.word() === si ? factor : null
    }
    if (!entity.startsWith('IFCCONVERSIONBASEDUNIT') || depth > DEEPEST) return null
    const measure = this.#cursor.skip(3).ref()
    if (!this.#cursor.openId(measure)) return null
    const value = this.#cursor.number()
    const base = this.#readSize(this.#cursor.ref(), si, depth + 1)
    return value === null || base === null ? null : value * base
  }

  #readSymbol(unit: number, depth: number): string {
    const entity = this.#entity(unit)
    const cursor = this.#cursor
    if (entity === 'IFCSIUNIT') {
      const prefix = PREFIXES[cursor.skip(2).word()]?.[0] ?? ''
      return prefix + (SI_SYMBOLS[cursor.word()] ?? '')
    }
    if (entity.startsWith('IFCCONVERSIONBASEDUNIT') || entity === 'IFCCONTEXTDEPENDENTUNIT') {
      const name = cursor.skip(2).string()
      return CONVERTED_SYMBOLS[name.replaceAll(/[\s_]/g, '').toLowerCase()] ?? name
    }
    if (entity === 'IFCMONETARYUNIT') {
      const value = cursor.value()
      return value?.text ?? ''
    }
    return entity === 'IFCDERIVEDUNIT' ? this.#derived(cursor.refs(), depth) : ''
  }

  /** Formats a derived unit such as W/(m²·K) from its elements, each a unit with an exponent. */
  #derived(elements: number[], depth: number): string {
    const above: string[] = []
    const below: string[] = []
    for (const element of elements.slice(0, 16)) {
      if (!this.#cursor.openId(element)) continue
      const unit = this.#cursor.ref()
      const exponent = this.#cursor.number() ?? 0
      const symbol = this.symbol(unit, depth + 1)
      if (symbol !== '' && exponent !== 0)
        (exponent > 0 ? above : below).push(raiseSymbol(symbol, Math.abs(exponent)))
    }
    const top = above.join('·') || '1'
    if (below.length === 0) return above.join('·')
    return `${top}/${below.length > 1 ? `(${below.join('·')})` : below[0]}`
  }
}

/** A symbol with an exponent: m² squared is m⁴. */
function raiseSymbol(symbol: string, exponent: number): string {
  const own = symbol.at(-1) === '²' ? 2 : symbol.at(-1) === '³' ? 3 : 1
  const base = own > 1 ? symbol.slice(0, -1) : symbol
  return base + (EXPONENTS[own * exponent] ?? `^${own * exponent}`)
}

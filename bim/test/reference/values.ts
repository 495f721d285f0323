import type { Property } from '../../src/model.ts'
import { type ExpressSchema, isKindOf, loadExpressSchemas, schemaNameOf } from './express.ts'
import type { ReferenceFile, Statement, Value } from './step.ts'
import { assignedUnits, refOf, refsOf, symbolOf, textOf } from './units.ts'

const schemas = loadExpressSchemas()
/** Unit types that are not named after their measure. */
const UNIT_TYPES: Record<string, string> = {
  POSITIVELENGTH: 'LENGTHUNIT',
  NONNEGATIVELENGTH: 'LENGTHUNIT',
  POSITIVEPLANEANGLE: 'PLANEANGLEUNIT',
  SECTIONALAREAINTEGRAL: 'SECTIONAREAINTEGRALUNIT',
}

/** A file with its schema: attributes by name instead of position. */
export class ReferenceModel {
  readonly schema: ExpressSchema
  readonly file: ReferenceFile
  readonly #units: Map<string, number>

  constructor(file: ReferenceFile) {
    this.file = file
    this.schema = schemas.get(schemaNameOf(file.schema)) ?? new Map()
    this.#units = assignedUnits(file)
  }

  attributesOf(statement: Statement | undefined): { name: string; type: string }[] {
    const attributes = this.schema.get(statement?.entity ?? '')?.attributes ?? []
    // IFC4X3_RC1 to RC4 declare IfcFacilityPart with PredefinedType before UsageType, and without subtypes.
    if (statement?.entity !== 'IFCFACILITYPART' || !this.file.schema.startsWith('IFC4X3_RC'))
      return attributes
    return [...attributes.slice(0, -1), { name: 'PredefinedType', type: '' }, { name: 'UsageType', type: '' }]
  }

  isA(statement: Statement | undefined, ancestor: string): boolean {
    return statement !== undefined && isKindOf(this.schema, statement.entity, ancestor.toUpperCase())
  }

  allOf(ancestor: string): Statement[] {
    return [...this.file.statements.values()].filter((each) => this.isA(each, ancestor))
  }

  get(statement: Statement | undefined, attribute: string): Value {
    const index = this.attributesOf(statement).findIndex(({ name }) => name === attribute)
    return index < 0 ? null : (statement?.values[index] ?? null)
  }

  text(statement: Statement | undefined, attribute: string): string {
    return textOf(this.get(statement, attribute))
  }

  at(value: Value): Statement | undefined {
    return this.file.statements.get(refOf(value))
  }

  list(value: Value): Statement[] {
    return refsOf(value).flatMap((id) => this.file.statements.get(id) ?? [])
  }

  /** Symbol of the unit assigned to a measure such as IfcLengthMeasure. */
  symbolOfMeasure(measure: string): string {
    const stem = /^IFC(\w+?)MEASURE$/.exec(measure.toUpperCase())?.[1]
    if (stem === undefined) return ''
    return symbolOf(this.file, this.#units.get(UNIT_TYPES[stem] ?? `${stem}UNIT`) ?? 0)
  }

  /** A simple value as shown: number, text and unit; `measure` is the type that the schema gives untyped values. */
  single(name: string, value: Value, unit = 0, measure = ''): Property {
    const [type, inner] =
      value && !Array.isArray(value) && value.kind === 'typed' ? [value.type, value.value] : [measure, value]
    const text = this.format(value)
    if (!inner || Array.isArray(inner) || inner.kind !== 'number') return { name, value: text }
    if (!Number.isFinite(inner.number)) return { name, value: '' }
    const symbol = unit > 0 ? symbolOf(this.file, unit) : this.symbolOfMeasure(type)
    return { name, value: text, number: inner.number, ...(symbol === '' ? {} : { unit: symbol }) }
  }

  format(value: Value): string {
    if (value === null || Array.isArray(value)) return ''
    if (value.kind === 'typed') {
      const words: Record<string, string> = { T: 'True', F: 'False', U: 'Unknown' }
      const inner = this.format(value.value)
      return value.type === 'IFCBOOLEAN' || value.type === 'IFCLOGICAL' ? (words[inner] ?? inner) : inner
    }
    if (value.kind === 'text') return value.text
    if (value.kind === 'word') return value.word
    if (value.kind === 'ref') return ''
    if (!Number.isFinite(value.number)) return ''
    if (Math.abs(value.number) > 2 ** 53 && /^-?\d+$/.test(value.text)) return value.text
    const isSmall = Math.abs(value.number) < 1
    return String(Number(isSmall ? value.number.toPrecision(6) : value.number.toFixed(6)) + 0)
  }
}

import { SaxesParser, type SaxesTagPlain } from 'saxes'
import { type ConversionWarning, MOST_NAMED, ModelError } from '../model.ts'
import type { Attribute, AttributeType, Ifc4Schema, Inverse, XmlEntity } from './ifc4-schema.ts'
import { formatItems, type Item, splitList } from './lists.ts'
import { formatStepValue } from './step-values.ts'

/** Objects in each other; files of programs have a few dozen. */
const DEEPEST = 400
/** Limit on objects of a file, because each takes a number in memory. */
const MOST_OBJECTS = 12_000_000
/** Characters between two tags, and of all that is open. */
const LONGEST_TEXT = 1 << 26
const TRY_AGAIN = 'Export the model again, or as IFC (.ifc).'

type Take = (item: Item) => void
/** An object whose arguments are being read. */
interface Instance {
  kind: 'instance'
  entity: XmlEntity
  id: number
  values: Map<number, string>
  lists: Map<number, Item[]>
}
/** An element named after an attribute: the object itself, or a wrapper of one object, several objects or values. */
interface Place {
  kind: 'place'
  type: AttributeType
  take: Take
  text: string
  hasContent: boolean
  pos: string
  /** the relation between an object and its parent element */
  preset: ((instance: Instance) => void) | null
}
interface Wrapper {
  kind: 'wrapper'
  type: AttributeType
  /** whether the value names its type, as in IFCLABEL('x') */
  isTyped: boolean
  isSequence: boolean
  items: Item[]
  text: string
  pos: string
  take: Take
}
type Frame =
  | Instance
  | Place
  | Wrapper
  | { kind: 'document' }
  | { kind: 'header'; field: string }
  | { kind: 'ignored' }

/**
 * Rewrites ifcXML of IFC4 (ISO 10303-28 with buildingSMART's configuration) as a STEP file while reading it. An object is
 * written as soon as its element closes, so that memory holds only open objects and the numbers of ids.
 */
export class XmlToStep {
  readonly #schema: Ifc4Schema
  readonly #emit: (step: string) => void
  readonly #parser = new SaxesParser()
  readonly #frames: Frame[] = []
  readonly #numbers = new Map<string, number>()
  readonly #header = new Map<string, string>()
  readonly #unread = new Map<string, number>()
  #objects = 0
  #isStarted = false
  #sinceTag = 0
  #open = 0

  /** @param emit receives the parts of the STEP file */
  constructor(schema: Ifc4Schema, emit: (step: string) => void) {
    this.#schema = schema
    this.#emit = emit
    this.#parser.on('error', (error) => {
      const what = error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
      throw new ModelError(
        'SYNTAX',
        `Line ${this.#parser.line} cannot be read: ${what}.`,
        TRY_AGAIN,
        this.#parser.line,
      )
    })
    this.#parser.on('doctype', () => {
      throw new ModelError(
        'DOCTYPE',
        'The XML declares a document type (DOCTYPE), which is not allowed.',
        TRY_AGAIN,
      )
    })
    this.#parser.on('opentag', (tag) => this.#start(tag))
    this.#parser.on('closetag', () => this.#end())
    this.#parser.on('text', (text) => this.#read(text))
    this.#parser.on('cdata', (text) => this.#read(text))
  }

  /** @throws ModelError SYNTAX, DOCTYPE, TOO_COMPLEX */
  write(text: string): void {
    this.#sinceTag += text.length
    this.#parser.write(text)
    if (this.#sinceTag > LONGEST_TEXT || this.#open > LONGEST_TEXT * 4)
      throw tooComplex('a value is too long')
  }

  /** @throws ModelError TRUNCATED */
  close(): ConversionWarning[] {
    if (this.#frames.length > 0 || !this.#isStarted)
      throw new ModelError('TRUNCATED', 'The file is cut off: its closing line is missing.', TRY_AGAIN)
    this.#parser.close()
    this.#emit('ENDSEC;\nEND-ISO-10303-21;\n')
    if (this.#unread.size === 0) return []
    const message = 'Some parts of the XML are not known in IFC4 and were not read.'
    const count = [...this.#unread.values()].reduce((sum, each) => sum + each, 0)
    return [{ code: 'XML_UNREAD', message, count, which: [...this.#unread.keys()].slice(0, MOST_NAMED) }]
  }

  #start(tag: SaxesTagPlain): void {
    this.#sinceTag = 0
    if (this.#frames.length >= DEEPEST)
      throw tooComplex(`objects stand more than ${DEEPEST} deep in each other`)
    const frame = this.#enter(localName(tag.name), new Attributes(tag.attributes))
    this.#frames.push(frame)
  }

  #enter(name: string, given: Attributes): Frame {
    const above = this.#frames.at(-1)
    if (!above) return { kind: 'document' }
    switch (above.kind) {
      case 'document':
        if (name === 'header') return { kind: 'header', field: '' }
        this.#begin()
        return this.#object(name, given, () => {})
      case 'header':
        return { kind: 'header', field: name }
      case 'instance':
        return this.#part(above, name, given)
      case 'place':
        return this.#inPlace(above, name, given)
      case 'wrapper':
        return this.#inWrapper(above, name, given)
      default:
        return above
    }
  }

  /** An element that is named after its entity. */
  #object(name: string, given: Attributes, take: Take, preset?: Place['preset']): Frame {
    const entity = this.#schema.entity(name)
    if (!entity) return this.#skip(name)
    const reference = given.reference
    if (reference !== null) {
      take({ value: `#${this.#numberOf(reference)}`, pos: given.get('pos'), isList: false })
      return { kind: 'ignored' }
    }
    return this.#instance(entity, given, take, preset ?? null)
  }

  #instance(entity: XmlEntity, given: Attributes, take: Take, preset: Place['preset']): Frame {
    const id = given.get('id')
    const number = id ? this.#numberOf(id) : this.#nextNumber()
    const instance: Instance = { kind: 'instance', entity, id: number, values: new Map(), lists: new Map() }
    for (const [name, text] of given.plain) {
      const attribute = entity.attributes.get(name)
      if (attribute) this.#setText(instance, attribute, text)
      else if (!/^(id|pos|path|type|nil|ref|href|uos|itemType|cType|arraySize|proxy|edo)$/.test(name))
        this.#count(`${entity.name}.${name}`)
    }
    preset?.(instance)
    take({ value: `#${number}`, pos: given.get('pos'), isList: false })
    return instance
  }

  #setText(instance: Instance, attribute: Attribute, text: string): void {
    const { kind, depth, at } = attribute
    if (kind === 'entity' || kind === 'select') {
      this.#count(`${instance.entity.name}.${attribute.attribute}`)
      return
    }
    if (depth === 0) {
      instance.values.set(at, formatStepValue(text, kind))
      return
    }
    instance.lists.set(
      at,
      splitList(text).map((each) => ({ value: formatStepValue(each, kind), pos: '', isList: false })),
    )
    this.#open += text.length
  }

  /** An attribute of an object, or a relation that XML writes inside of it. */
  #part(owner: Instance, name: string, given: Attributes): Frame {
    const attribute = owner.entity.attributes.get(name)
    if (attribute) {
      if (attribute.depth > 0 && !owner.lists.has(attribute.at)) owner.lists.set(attribute.at, [])
      const list = owner.lists.get(attribute.at)
      const take: Take = (item) => {
        this.#open += item.value.length
        if (list) list.push(item)
        else owner.values.set(attribute.at, item.value)
      }
      return this.#place(attribute, take, given, null)
    }
    const inverse = this.#schema.inverse(owner.entity.name, name)
    if (!inverse) return this.#skip(`${owner.entity.name}.${name}`)
    const type: AttributeType = { kind: 'entity', name: inverse.entity, depth: 0 }
    return this.#place(
      type,
      () => {},
      given,
      (relation) => this.#relate(relation, inverse, owner.id),
    )
  }

  /** Makes a relation refer to the object that contains it. */
  #relate(relation: Instance, { at }: Inverse, id: number): void {
    const attribute = [...relation.entity.attributes.values()].find((each) => each.at === at)
    const item = { value: `#${id}`, pos: '', isList: false }
    if (!attribute) return
    if (attribute.depth === 0) relation.values.set(at, item.value)
    else relation.lists.set(at, [item])
  }

  #place(type: AttributeType, take: Take, given: Attributes, preset: Place['preset']): Frame {
    const reference = given.reference
    if (reference !== null) {
      take({ value: `#${this.#numberOf(reference)}`, pos: given.get('pos'), isList: false })
      return { kind: 'ignored' }
    }
    const own = this.#schema.entity(localName(given.get('xsi:type')))
    const declared = type.kind === 'entity' ? this.#schema.entity(type.name) : undefined
    const says = given.plain.some(([name]) => declared?.attributes.has(name))
    if (own) return this.#instance(own, given, take, preset)
    if (declared && (says || given.get('id') !== '')) return this.#instance(declared, given, take, preset)
    return { kind: 'place', type, take, text: '', hasContent: false, pos: given.get('pos'), preset }
  }

  /**
   * Handles the content of an attribute's element: an object, a value, or the first part of the object that the element
   * itself is.
   */
  #inPlace(place: Place, name: string, given: Attributes): Frame {
    place.hasContent = true
    const declared = place.type.kind === 'entity' ? this.#schema.entity(place.type.name) : undefined
    const isPart =
      declared &&
      !this.#schema.entity(name) &&
      (declared.attributes.has(name) || this.#schema.inverse(declared.name, name) !== undefined)
    if (isPart) {
      const frame = this.#instance(declared, new Attributes({}), place.take, place.preset)
      this.#frames[this.#frames.length - 1] = frame
      return frame.kind === 'instance' ? this.#part(frame, name, given) : { kind: 'ignored' }
    }
    if (/-wrapper$/.test(name)) return this.#wrapper(name, place.type, given, place.take)
    return this.#object(name, given, place.take, place.preset)
  }

  #wrapper(name: string, expected: AttributeType, given: Attributes, take: Take): Frame {
    const isSequence = name.startsWith('Seq-')
    const base = name.replace(/^Seq-|-wrapper$/g, '')
    const type = this.#schema.type(base) ?? (this.#schema.entity(base) && expected)
    if (!type) return this.#skip(name)
    const isTyped = expected.kind === 'select' && !isSequence
    return { kind: 'wrapper', type, isTyped, isSequence, items: [], text: '', pos: given.get('pos'), take }
  }

  #inWrapper(above: Wrapper, name: string, given: Attributes): Frame {
    const take: Take = (item) => {
      this.#open += item.value.length
      above.items.push(item)
    }
    if (/-wrapper$/.test(name)) return this.#wrapper(name, above.type, given, take)
    return this.#object(name, given, take)
  }

  #read(text: string): void {
    this.#sinceTag = 0
    const frame = this.#frames.at(-1)
    if (frame?.kind === 'header') {
      const known = this.#header.get(frame.field) ?? ''
      if (frame.field && known.length < 500) this.#header.set(frame.field, (known + text).slice(0, 500))
    } else if (frame?.kind === 'place' || frame?.kind === 'wrapper') {
      frame.text += text
      this.#open += text.length
    }
  }

  #end(): void {
    this.#sinceTag = 0
    const frame = this.#frames.pop()
    if (frame?.kind === 'instance') this.#finish(frame)
    else if (frame?.kind === 'wrapper') this.#closeWrapper(frame)
    else if (frame?.kind === 'place' && !frame.hasContent && frame.type.kind !== 'entity')
      this.#closePlace(frame)
    if (this.#frames.length <= 1) this.#open = 0
  }

  #closePlace({ type, text, take, pos }: Place): void {
    if (type.kind === 'select') return
    const texts = type.depth === 0 ? [text] : splitList(text)
    for (const each of texts) take({ value: formatStepValue(each, type.kind), pos, isList: false })
  }

  #closeWrapper({ type, isTyped, isSequence, items, text, pos, take }: Wrapper): void {
    const depth = isSequence ? 1 : type.depth
    const own =
      items.length > 0
        ? items
        : (depth > 0 ? splitList(text) : [text]).map((each) => ({
            value: formatStepValue(each, type.kind),
            pos: '',
            isList: false,
          }))
    const value = depth > 0 ? formatItems(own, 1, 0) : (own[0]?.value ?? '$')
    take({ value: isTyped && value !== '$' ? `${type.name}(${value})` : value, pos, isList: isSequence })
  }

  #finish({ entity, id, values, lists }: Instance): void {
    const parts: string[] = new Array(entity.count).fill('$')
    for (const at of entity.derived) parts[at] = '*'
    for (const [at, value] of values) parts[at] = value
    for (const attribute of entity.attributes.values()) {
      const items = lists.get(attribute.at)
      if (items) parts[attribute.at] = formatItems(items, attribute.depth, lengthOfInner(entity.name))
    }
    this.#emit(`#${id}=${entity.name}(${parts.join()});\n`)
  }

  #begin(): void {
    if (this.#isStarted) return
    this.#isStarted = true
    const field = (name: string) => formatStepValue((this.#header.get(name) ?? '').trim(), 'text')
    this.#emit(
      `ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION((''),'2;1');\nFILE_NAME(${field('name')},${field('time_stamp')},` +
        `(${field('author')}),(${field('organization')}),${field('preprocessor_version')},${field('originating_system')},` +
        `${field('authorization')});\nFILE_SCHEMA(('IFC4'));\nENDSEC;\nDATA;\n`,
    )
  }

  #skip(what: string): Frame {
    this.#count(what)
    return { kind: 'ignored' }
  }

  #count(what: string): void {
    if (this.#unread.size < 1000 || this.#unread.has(what))
      this.#unread.set(what, (this.#unread.get(what) ?? 0) + 1)
  }

  #numberOf(id: string): number {
    const known = this.#numbers.get(id)
    if (known !== undefined) return known
    const number = this.#nextNumber()
    this.#numbers.set(id, number)
    return number
  }

  #nextNumber(): number {
    if (++this.#objects > MOST_OBJECTS)
      throw tooComplex(`it has more than ${MOST_OBJECTS / 1e6} million objects`)
    return this.#objects
  }
}

/** Length of the inner lists where XML writes a list of lists as one. */
function lengthOfInner(entity: string): number {
  return entity === 'IFCCARTESIANPOINTLIST2D' || /TEXTUREVERTEXLIST/.test(entity) ? 2 : 3
}

function tooComplex(why: string): ModelError {
  return new ModelError('TOO_COMPLEX', `The XML cannot be read: ${why}.`, TRY_AGAIN)
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** The attributes of a tag; a name with a prefix other than that of the schema instance is read without it. */
class Attributes {
  /** without attributes that XML itself needs */
  readonly plain: [name: string, text: string][] = []
  readonly #all = new Map<string, string>()

  constructor(given: Record<string, string>) {
    for (const [name, text] of Object.entries(given)) {
      const local = name.startsWith('xsi:') ? name : localName(name)
      if (name.startsWith('xmlns')) continue
      this.#all.set(local, text)
      if (!name.includes(':')) this.plain.push([name, text])
    }
  }

  get(name: string): string {
    return this.#all.get(name) ?? ''
  }

  /** The id of an object defined elsewhere; null for one defined here. */
  get reference(): string | null {
    const written = this.#all.get('ref') ?? this.#all.get('href')
    return written === undefined ? null : written.replace(/^#/, '').trim()
  }
}

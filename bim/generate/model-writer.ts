import { deriveGlobalId, deriveRandom } from './guid.ts'
import { MATERIAL_LAYERS, STYLE_COLORS, UNICLASS_CODES } from './materials.ts'
import { type Point2, type Point3, ShapeWriter, type Solid } from './shapes.ts'
import { formatList, formatReal, formatText, type Ref, StepWriter } from './step-writer.ts'

export type Discipline = 'architecture' | 'structure' | 'services'

export interface DesignChange {
  kind: 'added' | 'removed' | 'moved' | 'changed'
  guid: string
  name: string
}

/** Contents of a generated file, known without parsing it. */
export interface BuildingSummary {
  /** number of elements by entity in capitals, without spaces and storeys */
  elements: Map<string, number>
  spaces: number
  storeys: { name: string; elevation_m: number }[]
  statements: number
  /** changes from version 1 to version 2, with the GlobalIds of the elements */
  changes: DesignChange[]
}

export interface BuildingLevel {
  index: number
  name: string
  /** top of the finished floor, millimetres */
  elevation: number
  height: number
  ref: Ref
  placement: Ref
}

/** A property value: strings become labels, numbers name their measure. */
export type PropertyValue = string | boolean | { measure: string; value: number }

/** An element type that is modelled once and placed many times. */
export interface TypeRef {
  ref: Ref
  map: Ref
}

export interface ElementSpec {
  /** identifies the element in every version of the file */
  key: string
  entity: string
  name: string
  level: BuildingLevel
  at: Point3
  turn?: Point2
  /** its own solids, or the type that it instantiates */
  solids?: Solid[]
  type?: TypeRef
  predefined?: string
  /** attributes between Tag and PredefinedType, in STEP syntax */
  extra?: string
  /** attributes after PredefinedType, in STEP syntax */
  tail?: string
  objectType?: string
  psets?: Record<string, Record<string, PropertyValue>>
  quantities?: {
    name: string
    values: Record<string, [kind: 'LENGTH' | 'AREA' | 'VOLUME' | 'COUNT', value: number]>
  }
  material?: string
  classification?: string
  system?: string
  /** parent element, instead of its level */
  parent?: Ref
  /** how the element differs between version 1 and version 2 */
  change?: DesignChange['kind']
}

/** The representation contexts of a file: the model context and its body subcontext. */
export interface ShapeContext {
  model: Ref
  body: Ref
}

/** Writes the elements of a file with all their relations, and counts them. */
export class ModelWriter {
  readonly step = new StepWriter()
  readonly shapes = new ShapeWriter(this.step)
  readonly summary: BuildingSummary = {
    elements: new Map(),
    spaces: 0,
    storeys: [],
    statements: 0,
    changes: [],
  }
  readonly seed: number
  readonly version: 1 | 2
  readonly discipline: Discipline
  readonly context: ShapeContext
  #styles = new Map<string, Ref>()
  #contained = new Map<Ref, Ref[]>()
  #aggregated = new Map<Ref, Ref[]>()
  #byType = new Map<Ref, Ref[]>()
  #byMaterial = new Map<string, Ref[]>()
  #byClass = new Map<string, Ref[]>()
  #systems = new Map<string, Ref[]>()

  constructor(
    discipline: Discipline,
    version: 1 | 2,
    seed: number,
    context: (step: StepWriter) => ShapeContext,
  ) {
    this.discipline = discipline
    this.version = version
    this.seed = seed
    this.context = context(this.step)
  }

  guid(key: string): string {
    return deriveGlobalId(`${this.seed}/${key}`)
  }

  chance(key: string): number {
    return deriveRandom(`${this.seed}/${key}`)
  }

  /** Writes a type with its shape, to be instantiated by elements. */
  type(entity: string, name: string, predefined: string, solids: Solid[], extra = ''): TypeRef {
    const body = this.#representation(solids)
    const map = this.step.add(`IFCREPRESENTATIONMAP(${this.shapes.axes([0, 0, 0])},${body})`)
    const guid = this.guid(`${this.discipline}/type/${name}`)
    const head = `'${guid}',$,${formatText(name)},$,$,$,(${map}),$,$,.${predefined}.`
    return { ref: this.step.add(`${entity}(${head}${extra})`), map }
  }

  /** Writes an element; null if this version does not contain it. */
  element(spec: ElementSpec): Ref | null {
    const guid = this.guid(`${this.discipline}/${spec.key}`)
    if (spec.change && this.version === 2)
      this.summary.changes.push({ kind: spec.change, guid, name: spec.name })
    if (spec.change === 'added' && this.version === 1) return null
    if (spec.change === 'removed' && this.version === 2) return null
    const placement = this.shapes.placement(spec.level.placement, spec.at, spec.turn)
    const shape = spec.type
      ? this.#mapped(spec.type)
      : spec.solids
        ? this.#shape(this.#representation(spec.solids))
        : '$'
    const object = spec.objectType ? formatText(spec.objectType) : '$'
    const tag = Math.floor(this.chance(`tag/${spec.key}`) * 1e7)
    const kind = spec.predefined ? `.${spec.predefined}.` : '$'
    const head = `'${guid}',$,${formatText(spec.name)},$,${object},${placement},${shape},'${tag}'`
    const ref = this.step.add(
      `${spec.entity}(${[head, spec.extra, kind, spec.tail].filter(Boolean).join(',')})`,
    )
    this.summary.elements.set(spec.entity, (this.summary.elements.get(spec.entity) ?? 0) + 1)
    push(spec.parent ? this.#aggregated : this.#contained, spec.parent ?? spec.level.ref, ref)
    this.#describe(spec, ref)
    return ref
  }

  /** Writes a room: its volume, name, properties and area. */
  space(
    level: BuildingLevel,
    key: string,
    number: string,
    use: string,
    outline: readonly Point2[],
    height: number,
  ): Ref {
    const guid = this.guid(`${this.discipline}/${key}`)
    const placement = this.shapes.placement(level.placement, [0, 0, 0])
    const shape = this.#shape(this.#representation([this.shapes.prism('air', outline, 0, height)]))
    const head = `'${guid}',$,${formatText(number)},$,$,${placement},${shape},${formatText(use)}`
    const ref = this.step.add(`IFCSPACE(${head},.ELEMENT.,.INTERNAL.,$)`)
    push(this.#aggregated, level.ref, ref)
    this.summary.spaces++
    const area = areaOf(outline) / 1e6
    this.pset(ref, 'Pset_SpaceCommon', {
      Reference: number,
      IsExternal: false,
      PubliclyAccessible: use === 'Lobby',
    })
    this.#quantities(ref, {
      name: 'Qto_SpaceBaseQuantities',
      values: {
        NetFloorArea: ['AREA', area],
        Height: ['LENGTH', height],
        NetVolume: ['VOLUME', (area * height) / 1000],
      },
    })
    return ref
  }

  /** Cuts a box out of an element for a door, a window or a shaft. Returns the opening, to be filled. */
  opening(
    key: string,
    host: Ref,
    level: BuildingLevel,
    at: Point3,
    turn: Point2 | undefined,
    size: Point3,
  ): Ref {
    const placement = this.shapes.placement(level.placement, at, turn)
    const [x, y, z] = size
    const body = this.#representation([this.shapes.box('', [-x / 2, -y / 2, 0], [x / 2, y / 2, z])])
    const guid = this.guid(`${this.discipline}/opening/${key}`)
    const opening = this.step.add(
      `IFCOPENINGELEMENT('${guid}',$,'Opening',$,$,${placement},${this.#shape(body)},$,.OPENING.)`,
    )
    this.#relate('IFCRELVOIDSELEMENT', `void/${key}`, `${host},${opening}`)
    return opening
  }

  fill(key: string, opening: Ref, element: Ref): void {
    this.#relate('IFCRELFILLSELEMENT', `fill/${key}`, `${opening},${element}`)
  }

  pset(element: Ref, name: string, properties: Record<string, PropertyValue>): void {
    const refs = Object.entries(properties).map(([property, value]) =>
      this.step.add(`IFCPROPERTYSINGLEVALUE(${formatText(property)},$,${measured(value)},$)`),
    )
    const guid = this.guid(`${this.discipline}/pset/${name}/${element}`)
    const set = this.step.add(`IFCPROPERTYSET('${guid}',$,${formatText(name)},$,${formatList(refs)})`)
    this.#relate('IFCRELDEFINESBYPROPERTIES', `pset/${name}/${element}`, `(${element}),${set}`)
  }

  /**
   * Writes the collected relations; called after every level, so that memory use does not depend on the file
   * size.
   */
  flush(): void {
    for (const [parent, children] of this.#aggregated)
      this.#relate('IFCRELAGGREGATES', `parts/${parent}/${children[0]}`, `${parent},${formatList(children)}`)
    for (const [level, elements] of this.#contained)
      this.#relate(
        'IFCRELCONTAINEDINSPATIALSTRUCTURE',
        `in/${level}/${elements[0]}`,
        `${formatList(elements)},${level}`,
      )
    for (const [type, elements] of this.#byType)
      this.#relate('IFCRELDEFINESBYTYPE', `type/${type}/${elements[0]}`, `${formatList(elements)},${type}`)
    for (const [name, elements] of this.#byMaterial)
      this.#relate(
        'IFCRELASSOCIATESMATERIAL',
        `material/${elements[0]}`,
        `${formatList(elements)},${this.#material(name)}`,
      )
    for (const [code, elements] of this.#byClass) {
      const reference = this.#classification(code)
      this.#relate(
        'IFCRELASSOCIATESCLASSIFICATION',
        `class/${elements[0]}`,
        `${formatList(elements)},${reference}`,
      )
    }
    for (const lists of [this.#aggregated, this.#contained, this.#byType]) lists.clear()
    for (const lists of [this.#byMaterial, this.#byClass]) lists.clear()
  }

  /** Writes the systems with all their members. */
  finish(): void {
    for (const [name, elements] of this.#systems) {
      const [title = name, kind = 'NOTDEFINED'] = name.split('|')
      const guid = this.guid(`${this.discipline}/system/${title}`)
      const system = this.step.add(`IFCDISTRIBUTIONSYSTEM('${guid}',$,${formatText(title)},$,$,$,.${kind}.)`)
      this.#relate('IFCRELASSIGNSTOGROUP', `system/${title}`, `${formatList(elements)},$,${system}`)
    }
    this.summary.statements = this.step.statements
  }

  #relate(entity: string, key: string, rest: string): void {
    this.step.add(`${entity}('${this.guid(`${this.discipline}/rel/${entity}/${key}`)}',$,$,$,${rest})`)
  }

  #describe(spec: ElementSpec, ref: Ref): void {
    for (const [name, properties] of Object.entries(spec.psets ?? {})) this.pset(ref, name, properties)
    if (spec.quantities) this.#quantities(ref, spec.quantities)
    if (spec.type) push(this.#byType, spec.type.ref, ref)
    if (spec.material) push(this.#byMaterial, spec.material, ref)
    if (spec.classification) push(this.#byClass, spec.classification, ref)
    if (spec.system) push(this.#systems, spec.system, ref)
  }

  #quantities(element: Ref, { name, values }: NonNullable<ElementSpec['quantities']>): void {
    const refs = Object.entries(values).map(([quantity, [kind, value]]) =>
      this.step.add(`IFCQUANTITY${kind}(${formatText(quantity)},$,$,${formatReal(value)},$)`),
    )
    const guid = this.guid(`${this.discipline}/qto/${element}`)
    const set = this.step.add(`IFCELEMENTQUANTITY('${guid}',$,${formatText(name)},$,$,${formatList(refs)})`)
    this.#relate('IFCRELDEFINESBYPROPERTIES', `qto/${element}`, `(${element}),${set}`)
  }

  #representation(solids: Solid[]): Ref {
    for (const { style, item } of solids) {
      if (style !== '') this.step.add(`IFCSTYLEDITEM(${item},(${this.#style(style)}),$)`)
    }
    const kind = solids.length === 1 ? 'SweptSolid' : 'SolidModel'
    return this.step.add(
      `IFCSHAPEREPRESENTATION(${this.context.body},'Body','${kind}',${formatList(solids.map((each) => each.item))})`,
    )
  }

  #shape(representation: Ref): Ref {
    return this.step.add(`IFCPRODUCTDEFINITIONSHAPE($,$,(${representation}))`)
  }

  #mapped(type: TypeRef): Ref {
    const origin = this.step.share('IFCCARTESIANPOINT((0.,0.,0.))')
    const target = this.step.share(`IFCCARTESIANTRANSFORMATIONOPERATOR3D($,$,${origin},1.,$)`)
    const item = this.step.add(`IFCMAPPEDITEM(${type.map},${target})`)
    return this.#shape(
      this.step.add(`IFCSHAPEREPRESENTATION(${this.context.body},'Body','MappedRepresentation',(${item}))`),
    )
  }

  #style(name: string): Ref {
    const known = this.#styles.get(name)
    if (known) return known
    const [r, g, b, transparency] = STYLE_COLORS[name] ?? [0.8, 0.8, 0.8, 0]
    const color = this.step.add(`IFCCOLOURRGB($,${formatReal(r)},${formatReal(g)},${formatReal(b)})`)
    const shading = this.step.add(
      `IFCSURFACESTYLERENDERING(${color},${formatReal(transparency)},$,$,$,$,$,$,.NOTDEFINED.)`,
    )
    const style = this.step.add(`IFCSURFACESTYLE(${formatText(name)},.BOTH.,(${shading}))`)
    this.#styles.set(name, style)
    return style
  }

  /** Writes a single material, or layers from outside to inside with their thickness in millimetres. */
  #material(name: string): Ref {
    const layers = MATERIAL_LAYERS[name]
    const single = (material: string) => this.step.share(`IFCMATERIAL(${formatText(material)},$,$)`)
    if (!layers) return single(name)
    const refs = layers.map(([material, thickness]) =>
      this.step.share(`IFCMATERIALLAYER(${single(material)},${formatReal(thickness)},$,$,$,$,$)`),
    )
    return this.step.share(`IFCMATERIALLAYERSET(${formatList(refs)},${formatText(name)},$)`)
  }

  #classification(code: string): Ref {
    const system = this.step.share("IFCCLASSIFICATION('NBS','2015',$,'Uniclass 2015',$,$,$)")
    return this.step.share(
      `IFCCLASSIFICATIONREFERENCE($,${formatText(code)},${formatText(UNICLASS_CODES[code] ?? code)},${system},$,$)`,
    )
  }
}

function push(lists: Map<string, Ref[]>, key: string, ref: Ref): void {
  const known = lists.get(key)
  if (known) known.push(ref)
  else lists.set(key, [ref])
}

function measured(value: PropertyValue): string {
  if (typeof value === 'string') return `IFCLABEL(${formatText(value)})`
  if (typeof value === 'boolean') return `IFCBOOLEAN(${value ? '.T.' : '.F.'})`
  return `IFC${value.measure}(${formatReal(value.value)})`
}

function areaOf(outline: readonly Point2[]): number {
  let twice = 0
  for (const [index, [x, y]] of outline.entries()) {
    const [nx, ny] = outline[(index + 1) % outline.length] ?? [0, 0]
    twice += x * ny - nx * y
  }
  return Math.abs(twice) / 2
}

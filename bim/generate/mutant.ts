import { deriveGlobalId, deriveRandom } from './guid.ts'
import { type EditableStatement, listReferences, StepText } from './step-text.ts'

/** Differences between a model and its mutant; shares of its elements. */
export interface MutantOptions {
  seed: number
  /** every object gets a new GlobalId */
  newGuids?: boolean
  /** as exporters do that number through: the author's tags change as well */
  newTags?: boolean
  /** moved by 0.1 to 5 m */
  moved?: number
  deleted?: number
  /** copies of other elements, at another place */
  added?: number
  /** elements and types get other names */
  renamed?: number
  /** metres by which one storey is raised */
  storeyShift?: number
  /** the whole model: metres in x, y, z and degrees */
  displacement?: { move: [number, number, number]; degrees: number }
  /** elements with one extruded body that are cut across */
  split?: number
  /** circles are written as polygons with this number of corners */
  circleCorners?: number
  shuffled?: boolean
  /** millimetres become metres; only for generated models, whose lengths are known */
  toMetres?: boolean
}

export interface Mutant {
  text: string
  /** GlobalIds of the original, each with those of the mutant; several for a split element, none for a deleted one */
  truth: Map<string, string[]>
  moved: Set<string>
}

const NO_ELEMENTS =
  /^IFC(SITE|BUILDING|BUILDINGSTOREY|SPACE|OPENINGELEMENT|OPENINGSTANDARDCASE|VIRTUALELEMENT|DISTRIBUTIONPORT|GRID|ANNOTATION|SPATIALZONE|PROJECT|FACILITY|FACILITYPART\w*|ALIGNMENT\w*|REFERENT)$/
const LISTS_OF_ELEMENTS = [
  'IFCRELCONTAINEDINSPATIALSTRUCTURE',
  'IFCRELDEFINESBYPROPERTIES',
  'IFCRELDEFINESBYTYPE',
  'IFCRELASSOCIATESMATERIAL',
]
const GUID = /^'[0-9A-Za-z_$]{22}'$/

/** Edits a model as its authors would and exports it again with other ids; records which old element became which new one. */
export class MutantMaker {
  readonly #step: StepText
  readonly #options: MutantOptions
  readonly #elements: EditableStatement[]
  readonly #truth = new Map<string, string[]>()
  readonly #moved = new Set<string>()
  readonly #voided = new Set<number>()
  /** metres per unit of the file */
  readonly #metres: number

  constructor(text: string, options: MutantOptions) {
    this.#step = new StepText(text)
    this.#options = options
    this.#metres = this.#readUnit()
    for (const rel of this.#step.ofKind(
      'IFCRELVOIDSELEMENT',
      'IFCRELFILLSELEMENT',
      'IFCRELAGGREGATES',
      'IFCRELNESTS',
    ))
      for (const argument of rel.args.slice(4))
        for (const id of listReferences(argument)) this.#voided.add(id)
    this.#elements = [...this.#step.statements.values()].filter(
      ({ kind, args }) =>
        GUID.test(args[0] ?? '') &&
        !NO_ELEMENTS.test(kind) &&
        this.#step.follow(args[5])?.kind === 'IFCLOCALPLACEMENT' &&
        this.#step.follow(args[6])?.kind === 'IFCPRODUCTDEFINITIONSHAPE',
    )
    for (const { args } of this.#elements) this.#truth.set(trim(args[0]), [trim(args[0])])
  }

  make(): Mutant {
    const { storeyShift, displacement, circleCorners, newGuids, newTags, shuffled, toMetres } = this.#options
    this.#pick('split', (element) => this.#split(element))
    this.#pick('moved', (element) => this.#move(element))
    this.#pick('added', (element) => this.#copy(element))
    this.#pick('deleted', (element) => this.#delete(element))
    this.#pick('renamed', (element) => this.#rename(element))
    if (circleCorners) this.#writePolygons(circleCorners)
    if (storeyShift) this.#shiftStorey(storeyShift)
    if (displacement) this.#displace(displacement)
    if (toMetres) this.#scaleLengths(0.001)
    if (newTags) this.#changeTags()
    if (newGuids) this.#changeGuids()
    const all = [...this.#step.statements.values()]
    const order = all
      .map((statement) => ({ statement, at: this.#random(`order/${statement.id}`) }))
      .sort((a, b) => a.at - b.at)
      .map(({ statement }) => statement)
    return { text: this.#step.format(shuffled ? order : undefined), truth: this.#truth, moved: this.#moved }
  }

  #random(key: string): number {
    return deriveRandom(`${this.#options.seed}/${key}`)
  }

  #pick(
    what: 'moved' | 'deleted' | 'added' | 'renamed' | 'split',
    change: (element: EditableStatement) => void,
  ) {
    const share = this.#options[what] ?? 0
    for (const element of this.#elements)
      if (this.#step.statements.has(element.id) && this.#random(`${what}/${element.args[0]}`) < share)
        change(element)
  }

  #readUnit(): number {
    for (const assignment of this.#step.ofKind('IFCUNITASSIGNMENT'))
      for (const id of listReferences(assignment.args[0] ?? '')) {
        const unit = this.#step.statements.get(id)
        if (unit?.args[1] !== '.LENGTHUNIT.') continue
        if (unit.kind === 'IFCSIUNIT') return unit.args[2] === '.MILLI.' ? 0.001 : 1
        return Number(/[\d.]+/.exec(this.#step.follow(unit.args[3])?.args[0] ?? '')?.[0] ?? 1)
      }
    return 1
  }

  /** A copy of a placement, moved in its parent's frame by a vector in metres. */
  #placeBeside(placement: EditableStatement, move: [number, number, number]): EditableStatement {
    const axes = this.#step.follow(placement.args[1])
    const point = this.#step.follow(axes?.args[0])
    const numbers = (point?.args[0] ?? '(0.,0.,0.)').replace(/[()]/g, '').split(',').map(Number)
    const moved = [0, 1, 2].map((axis) => format((numbers[axis] ?? 0) + (move[axis] ?? 0) / this.#metres))
    const at = this.#step.add('IFCCARTESIANPOINT', [`(${moved.join()})`])
    const placed = this.#step.add('IFCAXIS2PLACEMENT3D', [
      `#${at.id}`,
      ...(axes?.args.slice(1) ?? ['$', '$']),
    ])
    return this.#step.add('IFCLOCALPLACEMENT', [placement.args[0] ?? '$', `#${placed.id}`])
  }

  #randomMove(key: string, from: number, to: number): [number, number, number] {
    const length = from + (to - from) * this.#random(`${key}/length`)
    const angle = 2 * Math.PI * this.#random(`${key}/angle`)
    return [length * Math.cos(angle), length * Math.sin(angle), 0]
  }

  #move(element: EditableStatement): void {
    const placement = this.#step.follow(element.args[5])
    if (!placement || this.#voided.has(element.id)) return
    const key = element.args[0] ?? ''
    element.args[5] = `#${this.#placeBeside(placement, this.#randomMove(`move/${key}`, 0.1, 5)).id}`
    this.#moved.add(trim(key))
  }

  #copy(element: EditableStatement): void {
    const placement = this.#step.follow(element.args[5])
    if (!placement || this.#voided.has(element.id)) return
    const key = element.args[0] ?? ''
    const args = [...element.args]
    args[0] = `'${deriveGlobalId(`${this.#options.seed}/copy/${key}`)}'`
    args[5] = `#${this.#placeBeside(placement, this.#randomMove(`copy/${key}`, 3, 15)).id}`
    if (GUID.test(key) && args.length > 7 && /^'.*'$/.test(args[7] ?? ''))
      args[7] = `'${Math.floor(this.#random(`tag/${key}`) * 1e7)}'`
    const copy = this.#step.add(element.kind, args)
    this.#step.addToRelations(copy.id, element.id, LISTS_OF_ELEMENTS)
  }

  #delete(element: EditableStatement): void {
    if (this.#voided.has(element.id) || (this.#truth.get(trim(element.args[0]))?.length ?? 0) > 1) return
    this.#truth.set(trim(element.args[0]), [])
    this.#step.removeFromRelations(element.id)
    this.#step.statements.delete(element.id)
  }

  #rename(element: EditableStatement): void {
    element.args[2] = `'Renamed ${Math.floor(this.#random(`name/${element.args[0]}`) * 50)}'`
    if (this.#random(`type/${element.args[0]}`) < 0.5) element.args[4] = `'Other type'`
  }

  /** Cuts an extruded body in half across its direction; each half is an element. */
  #split(element: EditableStatement): void {
    if (this.#voided.has(element.id)) return
    const shape = this.#step.follow(element.args[6])
    const representations = listReferences(shape?.args[2] ?? '').map((id) => this.#step.statements.get(id))
    const body = representations.find((each) => each?.args[1] === `'Body'`)
    const [item, more] = listReferences(body?.args[3] ?? '').map((id) => this.#step.statements.get(id))
    const placement = this.#step.follow(element.args[5])
    if (!shape || !body || more || item?.kind !== 'IFCEXTRUDEDAREASOLID' || !placement) return
    const depth = Number(item.args[3])
    const direction = this.#step.follow(item.args[2])?.args[0]
    if (!(depth * this.#metres > 0.4) || direction?.replaceAll(/\s/g, '') !== '(0.,0.,1.)') return
    const axes = this.#step.follow(item.args[1])
    if (axes && (axes.args[1] !== '$' || axes.args[2] !== '$')) return
    const makeShape = () => {
      const solid = this.#step.add(item.kind, [...item.args.slice(0, 3), format(depth / 2)])
      const representation = this.#step.add(body.kind, [...body.args.slice(0, 3), `(#${solid.id})`])
      return this.#step.add(shape.kind, [...shape.args.slice(0, 2), `(#${representation.id})`])
    }
    const upper = [...element.args]
    upper[0] = `'${deriveGlobalId(`${this.#options.seed}/half/${element.args[0]}`)}'`
    upper[5] = `#${this.#raise(placement, depth / 2).id}`
    upper[6] = `#${makeShape().id}`
    element.args[6] = `#${makeShape().id}`
    const half = this.#step.add(element.kind, upper)
    this.#step.addToRelations(half.id, element.id, LISTS_OF_ELEMENTS)
    this.#truth.set(trim(element.args[0]), [trim(element.args[0]), trim(upper[0])])
  }

  /** A placement above another one, along its own z axis. */
  #raise(placement: EditableStatement, by: number): EditableStatement {
    const at = this.#step.add('IFCCARTESIANPOINT', [`(0.,0.,${format(by)})`])
    const axes = this.#step.add('IFCAXIS2PLACEMENT3D', [`#${at.id}`, '$', '$'])
    return this.#step.add('IFCLOCALPLACEMENT', [`#${placement.id}`, `#${axes.id}`])
  }

  #writePolygons(corners: number): void {
    for (const circle of [...this.#step.ofKind('IFCCIRCLEPROFILEDEF')]) {
      const radius = Number(circle.args[3])
      const axes = this.#step.follow(circle.args[2])
      const [x = 0, y = 0] = (this.#step.follow(axes?.args[0])?.args[0] ?? '(0.,0.)')
        .replace(/[()]/g, '')
        .split(',')
        .map(Number)
      const points = Array.from({ length: corners }, (_, corner) => {
        const angle = (2 * Math.PI * (corner + 0.5)) / corners
        const place = `(${format(x + radius * Math.cos(angle))},${format(y + radius * Math.sin(angle))})`
        return this.#step.add('IFCCARTESIANPOINT', [place])
      })
      const list = [...points, points[0]].map((point) => `#${point?.id}`).join()
      const line = this.#step.add('IFCPOLYLINE', [`(${list})`])
      circle.kind = 'IFCARBITRARYCLOSEDPROFILEDEF'
      circle.args = [circle.args[0] ?? '.AREA.', circle.args[1] ?? '$', `#${line.id}`]
    }
  }

  #shiftStorey(metres: number): void {
    const storeys = [...this.#step.ofKind('IFCBUILDINGSTOREY')]
    const storey = storeys[Math.floor(storeys.length / 2)]
    const placement = this.#step.follow(storey?.args[5])
    if (!storey || !placement) return
    placement.args = this.#placeBeside(placement, [0, 0, metres]).args
    const elevation = storey.args.length - 1
    storey.args[elevation] = format(Number(storey.args[elevation]) + metres / this.#metres)
  }

  #displace({ move, degrees }: NonNullable<MutantOptions['displacement']>): void {
    const angle = (degrees * Math.PI) / 180
    const at = this.#step.add('IFCCARTESIANPOINT', [
      `(${move.map((value) => format(value / this.#metres)).join()})`,
    ])
    const up = this.#step.add('IFCDIRECTION', ['(0.,0.,1.)'])
    const along = this.#step.add('IFCDIRECTION', [
      `(${format(Math.cos(angle))},${format(Math.sin(angle))},0.)`,
    ])
    const axes = this.#step.add('IFCAXIS2PLACEMENT3D', [`#${at.id}`, `#${up.id}`, `#${along.id}`])
    const roots = [...this.#step.ofKind('IFCLOCALPLACEMENT')].filter(({ args }) => args[0] === '$')
    const root = this.#step.add('IFCLOCALPLACEMENT', ['$', `#${axes.id}`])
    for (const placement of roots) placement.args[0] = `#${root.id}`
  }

  /** Writes the lengths of a generated model in another unit. */
  #scaleLengths(factor: number): void {
    for (const { kind, args } of this.#step.statements.values()) {
      if (kind === 'IFCSIUNIT' && args[1] === '.LENGTHUNIT.') args[2] = '$'
      const scaled = SCALED[kind] ?? (/^IFC\w+PROFILEDEF$/.test(kind) ? [3, 4, 5, 6, 7, 8, 9] : [])
      for (const at of scaled)
        if (args[at] !== undefined)
          args[at] = (args[at] ?? '').replaceAll(/(?<![#\w.])-?\d+\.?\d*(?:E[+-]?\d+)?/g, (number) =>
            format(Number(number) * factor),
          )
    }
  }

  #changeTags(): void {
    for (const { args } of this.#elements)
      if (/^'.+'$/.test(args[7] ?? '')) args[7] = `'${Math.floor(this.#random(`newtag/${args[0]}`) * 1e8)}'`
  }

  #changeGuids(): void {
    const renewed = new Map<string, string>()
    for (const { args } of this.#step.statements.values()) {
      if (!GUID.test(args[0] ?? '')) continue
      const old = trim(args[0])
      renewed.set(old, deriveGlobalId(`${this.#options.seed}/guid/${old}`))
      args[0] = `'${renewed.get(old)}'`
    }
    for (const [old, now] of this.#truth)
      this.#truth.set(
        old,
        now.map((guid) => renewed.get(guid) ?? guid),
      )
  }
}

/** Positions of lengths in the entities of generated models; profiles have them from the fourth argument on. */
const SCALED: Record<string, number[]> = {
  IFCCARTESIANPOINT: [0],
  IFCCARTESIANPOINTLIST2D: [0],
  IFCCARTESIANPOINTLIST3D: [0],
  IFCEXTRUDEDAREASOLID: [3],
  IFCSWEPTDISKSOLID: [1, 2],
  IFCBUILDINGSTOREY: [9],
  IFCCIRCLE: [1],
  IFCARBITRARYCLOSEDPROFILEDEF: [],
  IFCARBITRARYPROFILEDEFWITHVOIDS: [],
}

const trim = (argument: string | undefined) => (argument ?? '').slice(1, -1)
const format = (value: number) => {
  const text = Number(value.toFixed(9)).toString()
  return /[.e]/.test(text) ? text.replace('e', 'E') : `${text}.`
}

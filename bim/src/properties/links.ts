import type { Property, PropertySet } from '../model.ts'
import type { Cursor } from '../step/cursor.ts'
import type { StructureTable } from '../structure/structure.ts'
import { MOST_RELATED } from './relations.ts'

const MEMBER_RELATIONS = ['IFCRELCONNECTSSTRUCTURALMEMBER', 'IFCRELCONNECTSWITHECCENTRICITY']

/**
 * The connections of elements: ports of building services with the element at the other end, and members of a structural
 * analysis with their connections.
 */
export class ElementLinks {
  readonly #cursor: Cursor
  readonly #table: StructureTable
  /** element index by entity number of a port */
  readonly #ownerOf = new Map<number, number>()
  readonly #ports = new Map<number, number[]>()
  /** entity numbers of connected ports, in both directions */
  readonly #connected = new Map<number, number[]>()
  readonly #members = new Map<number, number[]>()
  /** elements of which some ports or connections are left out */
  readonly #cut = new Set<number>()

  constructor(cursor: Cursor, table: StructureTable) {
    this.#cursor = cursor
    this.#table = table
    if (cursor.file.slotsOf('IFCDISTRIBUTIONPORT').length > 0) this.#readPorts()
    for (const kind of MEMBER_RELATIONS)
      for (const slot of cursor.file.slotsOf(kind)) {
        const [member, connection] = this.#readPair(slot).map((id) => this.#elementOf(id))
        if (member === undefined || connection === undefined || member < 0 || connection < 0) continue
        this.#add(this.#members, member, connection, member)
        this.#add(this.#members, connection, member, connection)
      }
  }

  setsOf(element: number): PropertySet[] {
    const sets: PropertySet[] = []
    const ports = this.#ports.get(element)
    if (ports)
      sets.push({ name: '', of: 'ports', properties: ports.flatMap((port, at) => this.#row(port, at)) })
    const others = this.#members.get(element)
    if (others)
      sets.push({
        name: '',
        of: 'connections',
        properties: others.map((other, at) => ({ name: `${at + 1}`, ...this.#describe(other) })),
      })
    return sets
  }

  isCut(element: number): boolean {
    return this.#cut.has(element)
  }

  /** Adds one value of a list; `element`: the one that shows the list. */
  #add(lists: Map<number, number[]>, key: number, value: number, element: number): void {
    const list = lists.get(key)
    if (!list) lists.set(key, [value])
    else if (list.includes(value)) return
    else if (list.length < MOST_RELATED) list.push(value)
    else this.#cut.add(element)
  }

  #readPorts(): void {
    const { file } = this.#cursor
    for (const slot of file.slotsOf('IFCRELCONNECTSPORTTOELEMENT')) {
      const [port = 0, element = 0] = this.#readPair(slot)
      this.#own(this.#elementOf(element), port)
    }
    for (const slot of file.slotsOf('IFCRELNESTS')) {
      const element = this.#elementOf(this.#cursor.open(slot).skip(4).ref())
      for (const port of this.#cursor.refs()) this.#own(element, port)
    }
    for (const slot of file.slotsOf('IFCRELCONNECTSPORTS')) {
      const [from = 0, to = 0] = this.#readPair(slot)
      const [fromOwner, toOwner] = [this.#ownerOf.get(from), this.#ownerOf.get(to)]
      if (fromOwner === undefined || toOwner === undefined) continue
      this.#add(this.#connected, from, to, fromOwner)
      this.#add(this.#connected, to, from, toOwner)
    }
  }

  #own(element: number, port: number): void {
    const isPort = this.#cursor.file.entityOf(port) === 'IFCDISTRIBUTIONPORT'
    if (!isPort || element < 0 || this.#ownerOf.has(port)) return
    this.#ownerOf.set(port, element)
    this.#add(this.#ports, element, port, element)
  }

  #readPair(slot: number): number[] {
    return [this.#cursor.open(slot).skip(4).ref(), this.#cursor.ref()]
  }

  #elementOf(id: number): number {
    return this.#table.elementOfSlot[this.#cursor.slot(id)] ?? -1
  }

  /** A port with its flow direction and system; one row for each port that it is connected to. */
  #row(port: number, at: number): Property[] {
    if (!this.#cursor.openId(port)) return []
    const own = this.#cursor.skip(2).string().trim() || `${at + 1}`
    this.#cursor.skip(4)
    const words = [this.#cursor.word(), this.#cursor.word(), this.#cursor.word()]
    const said = words.filter((word) => word !== '' && word !== 'NOTDEFINED')
    const name = said.length > 0 ? `${own} (${said.join(', ')})` : own
    const others = this.#connected.get(port)
    if (!others) return [{ name, value: '' }]
    return others.map((other) => ({ name, ...this.#describe(this.#ownerOf.get(other) ?? -1) }))
  }

  #describe(element: number): { value: string; element: number } {
    const { elements, classes } = this.#table.structure
    const kind = classes[elements.class[element] ?? -1] ?? ''
    return { value: elements.name[element] || kind, element }
  }
}

import type { ElementRef } from '@plumbline/viewer/model'
import { type ElementTree, formatElementName } from './element-tree.ts'
import { formatIfcClass } from './format-ifc-class.ts'
import type { LoadedModel } from './session-state.ts'

/** Base ids of groups and their rows: above the ids of any model's elements, and still exact in a double. */
const GROUP_BASE = 2 ** 48
const ROW_BASE = 2 ** 49
const MAX_FOUND = 2000

export type ElementGrouping = 'class' | 'type' | 'system'

/** Spatial classes, which are not elements. */
const SPATIAL_CLASSES = /^Ifc(Project|Site|Building|BuildingStorey|Facility|FacilityPart)$/

/**
 * Tree of the elements of all open models, grouped by class, type or system; an element of two systems has a row in
 * both.
 */
export function buildGroupTree(models: readonly LoadedModel[], by: ElementGrouping): ElementTree {
  const groups = new Map<string, ElementRef[]>()
  const addRow = (name: string, ref: ElementRef) => {
    const group = groups.get(name)
    if (group) group.push(ref)
    else groups.set(name, [ref])
  }
  for (const model of models) {
    if (!model.structure) continue
    const { elements, classes, types, groups: systems } = model.structure
    if (by === 'system') {
      for (const { name, class: kind, members } of systems)
        for (const element of members) addRow(name || formatIfcClass(kind), { model: model.id, element })
      continue
    }
    for (const [element, index] of elements.class.entries()) {
      const name = classes[index] ?? ''
      if (SPATIAL_CLASSES.test(name)) continue
      const label = by === 'class' ? formatIfcClass(name) : types[elements.type[element] ?? -1]?.name
      if (label) addRow(label, { model: model.id, element })
    }
  }
  return buildRows(
    models,
    [...groups].sort(([a], [b]) => a.localeCompare(b, undefined, { numeric: true })),
  )
}

/**
 * The systems, zones and groups whose names match all words, and the elements that match them in name, class, type, tag
 * or GlobalId.
 */
export function buildSearchTree(models: readonly LoadedModel[], query: string): ElementTree {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const isMatch = (text: string) => words.every((word) => text.toLowerCase().includes(word))
  const found: ElementRef[] = []
  const systems: [name: string, refs: ElementRef[]][] = []
  for (const model of models) {
    if (!model.structure) continue
    const { elements, classes, types, groups } = model.structure
    for (const { name, class: kind, members } of groups)
      if (systems.length < MAX_FOUND && isMatch(`${name} ${kind} ${formatIfcClass(kind)}`))
        systems.push([name || formatIfcClass(kind), members.map((element) => ({ model: model.id, element }))])
    const kinds = classes.map((name) => `${name} ${formatIfcClass(name)}`)
    for (let element = 0; element < elements.guid.length && found.length < MAX_FOUND; element++) {
      const type = types[elements.type[element] ?? -1]?.name ?? ''
      const kind = kinds[elements.class[element] ?? -1] ?? ''
      const text = `${elements.name[element]} ${kind} ${type} ${elements.tag[element]} ${elements.guid[element]} ${model.names?.get(element) ?? ''}`
      if (isMatch(text)) found.push({ model: model.id, element })
    }
  }
  // The found elements come first, so that an element's row is the one outside of its systems.
  const tree = buildRows(models, [['', found], ...systems])
  const [, ...groups] = tree.source.roots
  return { ...tree, source: { ...tree.source, roots: [...groups, ...tree.source.children(GROUP_BASE)] } }
}

const keyOf = ({ model, element }: ElementRef) => `${element} ${model}`

function buildRows(
  models: readonly LoadedModel[],
  groups: [name: string, refs: ElementRef[]][],
): ElementTree {
  const byId = new Map(models.map((model) => [model.id, model]))
  const rows: { ref: ElementRef; group: number }[] = []
  const children: number[][] = []
  const first = new Map<string, number>()
  for (const [group, [, refs]] of groups.entries()) {
    children.push(refs.map((_, at) => ROW_BASE + rows.length + at))
    for (const ref of refs) {
      if (!first.has(keyOf(ref))) first.set(keyOf(ref), ROW_BASE + rows.length)
      rows.push({ ref, group })
    }
  }
  const refOf = (id: number) => rows[id - ROW_BASE]?.ref ?? null
  const childrenOf = (id: number) => (id < ROW_BASE ? (children[id - GROUP_BASE] ?? []) : [])
  return {
    source: {
      roots: groups.map((_, at) => GROUP_BASE + at),
      children: childrenOf,
      label: (id) => {
        const ref = refOf(id)
        const model = ref && byId.get(ref.model)
        return ref && model ? formatElementName(model, ref.element) : (groups[id - GROUP_BASE]?.[0] ?? '')
      },
    },
    elementOfRow: refOf,
    elementsOfRow: (id) =>
      id < ROW_BASE ? (groups[id - GROUP_BASE]?.[1] ?? []) : [refOf(id)].filter((ref) => ref !== null),
    rowOfElement: (ref) => first.get(keyOf(ref)) ?? null,
    ancestorsOfRow: (id) => (id < ROW_BASE ? [] : [GROUP_BASE + (rows[id - ROW_BASE]?.group ?? 0)]),
    count: (id) => childrenOf(id).length,
    expandedByDefault: [],
  }
}

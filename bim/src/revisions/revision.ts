import type { Structure } from '../model.ts'
import type { ElementForms } from './element-forms.ts'

/** One version of a file, as needed to match its elements with those of another version. */
export interface Revision {
  count: number
  guid: string[]
  /** without the number that authoring programs append */
  name: string[]
  /** the authoring program's own key, '' without one */
  tag: string[]
  /** classes that exporters use for the same thing have the same family */
  family: string[]
  type: string[]
  /** name of the storey, '' outside any */
  storey: string[]
  /** of storeys: metres; NaN for others */
  elevation: Float64Array
  parent: number[]
  /** content hash of the shape in its own frame, 0 without a shape */
  shape: Float64Array
  /** content hash of all properties */
  properties: Float64Array
  forms: ElementForms
}

export interface RevisionParts {
  structure: Structure
  storeys: { element: number; name: string; elevation_m: number }[]
  forms: ElementForms
  shape: Float64Array
  properties: Float64Array
}

/** IfcWallStandardCase and IfcWall are one family; older schemas call distribution elements differently. */
const computeFamily = (entity: string): string =>
  entity
    .toUpperCase()
    .replace(/^IFC/, '')
    .replace(/(STANDARDCASE|ELEMENTEDCASE)$/, '')

/** Revit writes "Family:Type:123456", where the number is the element's id. */
const cleanName = (name: string): string => name.replace(/[:\s_-]*\d{4,}$/, '').trim()

/** Prepares a version's artefacts for the matching. */
export function buildRevision({ structure, storeys, forms, shape, properties }: RevisionParts): Revision {
  const { elements, classes, types } = structure
  const count = elements.guid.length
  const families = classes.map(computeFamily)
  const elevation = new Float64Array(count).fill(Number.NaN)
  for (const storey of storeys) elevation[storey.element] = storey.elevation_m
  return {
    count,
    guid: elements.guid,
    name: elements.name.map(cleanName),
    tag: elements.tag,
    family: elements.class.map((index) => families[index] ?? ''),
    type: elements.type.map((index) => cleanName(types[index]?.name ?? '')),
    storey: elements.storey.map((index) => storeys[index]?.name ?? ''),
    elevation,
    parent: elements.parent,
    shape,
    properties,
    forms,
  }
}

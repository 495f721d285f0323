import type { BcfView, Component } from '@plumbline/contract/issues/viewpoints'
import { allOf, attributeOf, firstOf, textOf, type XmlElement } from '../xml/read.ts'
import type { Reading } from './reading.ts'
import { readBoolean } from './values.ts'

type Components = NonNullable<BcfView['components']>
type Coloring = NonNullable<Components['coloring']>[number]

const IFC_GUID = /^[0-9A-Za-z_$]{22}$/
const LONGEST_ID = 200
const MOST_COLORS = 1000

function readComponent(element: XmlElement): Component | undefined {
  const guid = attributeOf(element, 'IfcGuid')
  const short = (text: string | undefined) => (text && text.length <= LONGEST_ID ? text : undefined)
  const authoring_tool_id = short(textOf(element, 'AuthoringToolId'))
  const ifc_guid = guid && IFC_GUID.test(guid) ? guid : undefined
  if (ifc_guid === undefined && authoring_tool_id === undefined) return undefined
  return { ifc_guid, originating_system: short(textOf(element, 'OriginatingSystem')), authoring_tool_id }
}

/** Reads the component lists of a viewpoint and counts unusable components. */
class ComponentReader {
  private readonly reading: Reading
  private bad = 0
  constructor(reading: Reading) {
    this.reading = reading
  }

  list(parent: XmlElement | undefined): Component[] {
    const elements = allOf(parent, 'Component')
    this.reading.atMost('Component', this.reading.limits.components, elements)
    const components = elements.map(readComponent).filter((component) => component !== undefined)
    this.bad += elements.length - components.length
    return components
  }

  warn(viewpoint: string): void {
    if (this.bad > 0) this.reading.warn('BAD_COMPONENT', `${viewpoint}: ${this.bad}`)
  }
}

const COLOR = /^#?([0-9A-F]{6}|[0-9A-F]{8})$/i
const readColor = (text: string | undefined) => COLOR.exec(text ?? '')?.[1]?.toUpperCase()

/** Merges colorings of the same colour. */
function gathered(colored: Coloring[]): Coloring[] {
  const byColor = new Map<string, Component[]>()
  for (const { color, components } of colored) {
    const known = byColor.get(color)
    if (known) for (const component of components) known.push(component)
    else byColor.set(color, [...components])
  }
  return [...byColor]
    .map(([color, components]) => ({ color, components }))
    .filter((each) => each.components.length > 0)
}

function keepColors(reading: Reading, viewpoint: string, coloring: Coloring[]): Coloring[] {
  if (coloring.length > MOST_COLORS)
    reading.warn('LEFT_OUT', `${viewpoint}: Color, ${coloring.length - MOST_COLORS}`)
  return coloring.slice(0, MOST_COLORS)
}

const filled = <T>(items: T[]): T[] | undefined => (items.length > 0 ? items : undefined)

/**
 * Reads 2.0 components, which have flags for selected, visible and coloured. By the implementer agreement,
 * components flagged invisible are hidden; if there are none, only those flagged visible are shown; if there
 * are none either, everything is. Selected and coloured components are always visible.
 */
function readFlags(reading: Reading, elements: XmlElement[], viewpoint: string): Components {
  reading.atMost('Component', reading.limits.components, elements)
  const flags = elements.flatMap((element) => {
    const component = readComponent(element)
    const isSelected = readBoolean(attributeOf(element, 'Selected')) === true
    const isVisible = readBoolean(attributeOf(element, 'Visible'))
    const color = readColor(attributeOf(element, 'Color'))
    return component ? { component, isSelected, isVisible, color } : []
  })
  type Flag = (typeof flags)[number]
  const those = (test: (flag: Flag) => boolean) => flags.filter(test).map(({ component }) => component)
  const isHidden = (flag: Flag) => flag.isVisible === false && !flag.isSelected && !flag.color
  // the schema default of Visible is true
  const isShown = (flag: Flag) => flag.isVisible ?? !(flag.isSelected || flag.color)
  const hidden = those(isHidden)
  const showsOnly = hidden.length === 0 && flags.some(isShown)
  const coloring = flags.flatMap(({ component, color }) =>
    color === undefined ? [] : { color, components: [component] },
  )
  const bad = elements.length - flags.length
  if (bad > 0) reading.warn('BAD_COMPONENT', `${viewpoint}: ${bad}`)
  return {
    selection: filled(those((flag) => flag.isSelected)),
    visibility: showsOnly
      ? { default_visibility: false, exceptions: those((flag) => !isHidden(flag)) }
      : { default_visibility: true, exceptions: filled(hidden) },
    coloring: filled(keepColors(reading, viewpoint, gathered(coloring))),
  }
}

function readHints(element: XmlElement | undefined): Components['visibility']['view_setup_hints'] {
  if (!element) return undefined
  const flag = (name: string) => readBoolean(attributeOf(element, name))
  return {
    spaces_visible: flag('SpacesVisible'),
    space_boundaries_visible: flag('SpaceBoundariesVisible'),
    openings_visible: flag('OpeningsVisible'),
  }
}

function readVisibility(
  reading: Reading,
  reader: ComponentReader,
  parent: XmlElement,
): Components['visibility'] {
  const element = firstOf(parent, 'Visibility')
  const exceptions = filled(reader.list(firstOf(element, 'Exceptions')))
  const said = readBoolean(attributeOf(element, 'DefaultVisibility'))
  // The default of 3.0 is false; an earlier file without a default must not result in an empty view.
  const silent = !element || (reading.version !== '3.0' && exceptions === undefined)
  return {
    default_visibility: said ?? silent,
    exceptions,
    view_setup_hints: readHints(firstOf(element, 'ViewSetupHints') ?? firstOf(parent, 'ViewSetupHints')),
  }
}

export function readComponents(
  reading: Reading,
  parent: XmlElement | undefined,
  viewpoint: string,
): Components | undefined {
  if (!parent) return undefined
  const flagged = allOf(parent, 'Component')
  if (flagged.length > 0) return readFlags(reading, flagged, viewpoint)
  if (parent.children.length === 0) return undefined
  const reader = new ComponentReader(reading)
  const colors = allOf(firstOf(parent, 'Coloring'), 'Color').map((element) => ({
    color: readColor(attributeOf(element, 'Color')) ?? '',
    components: [...reader.list(element), ...reader.list(firstOf(element, 'Components'))],
  }))
  const coloring = gathered(colors.filter(({ color }) => color !== ''))
  const components = {
    selection: filled(reader.list(firstOf(parent, 'Selection'))),
    coloring: filled(keepColors(reading, viewpoint, coloring)),
    visibility: readVisibility(reading, reader, parent),
  }
  reader.warn(viewpoint)
  return components
}

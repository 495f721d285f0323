import type { Component, ViewpointWithBitmaps } from '@plumbline/contract/issues/viewpoints'
import { findChild, getAttribute, getChildText, listChildren, type XmlElement } from '../xml/read.ts'
import type { ReadContext } from './read-context.ts'
import { parseBoolean } from './values.ts'

type Components = NonNullable<ViewpointWithBitmaps['components']>
type Coloring = NonNullable<Components['coloring']>[number]

const IFC_GUID = /^[0-9A-Za-z_$]{22}$/
const LONGEST_ID = 200
const MOST_COLORS = 1000

function readComponent(element: XmlElement): Component | undefined {
  const guid = getAttribute(element, 'IfcGuid')
  const short = (text: string | undefined) => (text && text.length <= LONGEST_ID ? text : undefined)
  const authoring_tool_id = short(getChildText(element, 'AuthoringToolId'))
  const ifc_guid = guid && IFC_GUID.test(guid) ? guid : undefined
  if (ifc_guid === undefined && authoring_tool_id === undefined) return undefined
  return {
    ifc_guid,
    originating_system: short(getChildText(element, 'OriginatingSystem')),
    authoring_tool_id,
  }
}

/** Reads the component lists of a viewpoint and counts unusable components. */
class ComponentReader {
  private readonly context: ReadContext
  private bad = 0
  constructor(context: ReadContext) {
    this.context = context
  }

  list(parent: XmlElement | undefined): Component[] {
    const elements = listChildren(parent, 'Component')
    this.context.checkCount('Component', this.context.limits.components, elements)
    const components = elements.map(readComponent).filter((component) => component !== undefined)
    this.bad += elements.length - components.length
    return components
  }

  warn(viewpoint: string): void {
    if (this.bad > 0) this.context.warn('BAD_COMPONENT', `${viewpoint}: ${this.bad}`)
  }
}

const COLOR = /^#?([0-9A-F]{6}|[0-9A-F]{8})$/i
const readColor = (text: string | undefined) => COLOR.exec(text ?? '')?.[1]?.toUpperCase()

/** Merges colorings of the same colour, as far as one list may be long: a longer one could not be read again. */
function mergeByColor(colored: Coloring[], most: number): Coloring[] {
  const merged: Coloring[] = []
  const byColor = new Map<string, Component[]>()
  for (const { color, components } of colored) {
    const known = byColor.get(color)
    if (known && known.length + components.length <= most) {
      for (const component of components) known.push(component)
    } else if (components.length > 0) {
      const list = [...components]
      byColor.set(color, list)
      merged.push({ color, components: list })
    }
  }
  return merged
}

function limitColors(context: ReadContext, viewpoint: string, coloring: Coloring[]): Coloring[] {
  if (coloring.length > MOST_COLORS)
    context.warn('LEFT_OUT', `${viewpoint}: Color, ${coloring.length - MOST_COLORS}`)
  return coloring.slice(0, MOST_COLORS)
}

const nonEmpty = <T>(items: T[]): T[] | undefined => (items.length > 0 ? items : undefined)

/**
 * Reads 2.0 components, which have flags for selected, visible and coloured. By the implementer agreement,
 * components flagged invisible are hidden; if there are none, only those flagged visible are shown; if there
 * are none either, everything is. Selected and coloured components are always visible.
 */
function readFlags(context: ReadContext, elements: XmlElement[], viewpoint: string): Components {
  context.checkCount('Component', context.limits.components, elements)
  const flags = elements.flatMap((element) => {
    const component = readComponent(element)
    const isSelected = parseBoolean(getAttribute(element, 'Selected')) === true
    const isVisible = parseBoolean(getAttribute(element, 'Visible'))
    const color = readColor(getAttribute(element, 'Color'))
    return component ? { component, isSelected, isVisible, color } : []
  })
  type Flag = (typeof flags)[number]
  const componentsWhere = (test: (flag: Flag) => boolean) =>
    flags.filter(test).map(({ component }) => component)
  const isHidden = (flag: Flag) => flag.isVisible === false && !flag.isSelected && !flag.color
  // the schema default of Visible is true
  const isShown = (flag: Flag) => flag.isVisible ?? !(flag.isSelected || flag.color)
  const hidden = componentsWhere(isHidden)
  const showsOnly = hidden.length === 0 && flags.some(isShown)
  const coloring = flags.flatMap(({ component, color }) =>
    color === undefined ? [] : { color, components: [component] },
  )
  const bad = elements.length - flags.length
  if (bad > 0) context.warn('BAD_COMPONENT', `${viewpoint}: ${bad}`)
  return {
    selection: nonEmpty(componentsWhere((flag) => flag.isSelected)),
    visibility: showsOnly
      ? { default_visibility: false, exceptions: componentsWhere((flag) => !isHidden(flag)) }
      : { default_visibility: true, exceptions: nonEmpty(hidden) },
    coloring: nonEmpty(limitColors(context, viewpoint, mergeByColor(coloring, context.limits.components))),
  }
}

function readHints(element: XmlElement | undefined): Components['visibility']['view_setup_hints'] {
  if (!element) return undefined
  const flag = (name: string) => parseBoolean(getAttribute(element, name))
  return {
    spaces_visible: flag('SpacesVisible'),
    space_boundaries_visible: flag('SpaceBoundariesVisible'),
    openings_visible: flag('OpeningsVisible'),
  }
}

function readVisibility(
  context: ReadContext,
  reader: ComponentReader,
  parent: XmlElement,
): Components['visibility'] {
  const element = findChild(parent, 'Visibility')
  const exceptions = nonEmpty(reader.list(findChild(element, 'Exceptions')))
  const defaultVisibility = parseBoolean(getAttribute(element, 'DefaultVisibility'))
  // The default of 3.0 is false; an earlier file without a default must not result in an empty view.
  const isVisibleByDefault = !element || (context.version !== '3.0' && exceptions === undefined)
  return {
    default_visibility: defaultVisibility ?? isVisibleByDefault,
    exceptions,
    view_setup_hints: readHints(findChild(element, 'ViewSetupHints') ?? findChild(parent, 'ViewSetupHints')),
  }
}

export function readComponents(
  context: ReadContext,
  parent: XmlElement | undefined,
  viewpoint: string,
): Components | undefined {
  if (!parent) return undefined
  const flagged = listChildren(parent, 'Component')
  // 1.0 lists the elements that a topic is about, without saying what is visible
  if (context.version === '1.0') {
    const reader = new ComponentReader(context)
    const selection = nonEmpty(reader.list(parent))
    reader.warn(viewpoint)
    return { selection, visibility: { default_visibility: true } }
  }
  if (flagged.length > 0) return readFlags(context, flagged, viewpoint)
  if (parent.children.length === 0) return undefined
  const reader = new ComponentReader(context)
  const colors = listChildren(findChild(parent, 'Coloring'), 'Color').flatMap((element) => {
    const color = readColor(getAttribute(element, 'Color')) ?? ''
    return [element, findChild(element, 'Components')].map((each) => ({
      color,
      components: reader.list(each),
    }))
  })
  const coloring = mergeByColor(
    colors.filter(({ color }) => color !== ''),
    context.limits.components,
  )
  const components = {
    selection: nonEmpty(reader.list(findChild(parent, 'Selection'))),
    coloring: nonEmpty(limitColors(context, viewpoint, coloring)),
    visibility: readVisibility(context, reader, parent),
  }
  reader.warn(viewpoint)
  return components
}

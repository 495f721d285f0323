import type { BcfViewpoint } from '../model.ts'
import { findChild, getAttribute, getChildText, listChildren, type XmlElement } from '../xml/read.ts'
import { readAspectRatio } from './aspect-ratio.ts'
import type { ReadContext } from './read-context.ts'
import { parseInteger } from './values.ts'
import { readVisualizationInfo } from './view.ts'

interface ViewpointEntry {
  guid: string | undefined
  index: number | undefined
  view: string | undefined
  snapshot: string | undefined
}

/** Resolves a reference to an existing entry; warns if it is missing. */
function findExisting(
  context: ReadContext,
  folder: string,
  reference: string | undefined,
): string | undefined {
  if (reference === undefined) return undefined
  const entry = context.findEntry(folder, reference)
  if (entry === undefined) context.warn('MISSING_FILE', reference)
  return entry
}

function readViewpointEntry(context: ReadContext, folder: string, element: XmlElement): ViewpointEntry {
  return {
    guid: context.parseGuid(getAttribute(element, 'Guid')),
    index: parseInteger(getChildText(element, 'Index')),
    view: findExisting(context, folder, getChildText(element, 'Viewpoint')),
    snapshot: findExisting(context, folder, getChildText(element, 'Snapshot')),
  }
}

/** 2.0 allows the BCF 1.0 layout: one view and one snapshot with fixed names that are not referenced. */
function findLegacyViewpoint(context: ReadContext, folder: string): ViewpointEntry[] {
  const view = context.archive.find([`${folder}viewpoint.bcfv`])
  const snapshot = context.archive.find([`${folder}snapshot.png`])
  return view || snapshot ? [{ guid: undefined, index: undefined, view, snapshot }] : []
}

async function readViewpoint(context: ReadContext, named: ViewpointEntry): Promise<BcfViewpoint | undefined> {
  const root = named.view === undefined ? undefined : await context.readDocument(named.view, 'visinfo')
  const { snapshot } = named
  const ratio = async () => (snapshot ? readAspectRatio(context.archive.read(snapshot)) : undefined)
  const read =
    root && named.view !== undefined
      ? await readVisualizationInfo(context, root, named.view, ratio)
      : { view: {}, bitmaps: [] }
  const own = named.guid ?? context.parseGuid(getAttribute(root, 'Guid'))
  const entry = named.view ?? snapshot ?? ''
  const guid = own ?? context.deriveGuid('view', entry)
  if (!root && !snapshot) {
    context.warn('EMPTY', `ViewPoint ${guid}`)
    return undefined
  }
  const content_guid = own ? undefined : context.deriveGuid('view', entry, JSON.stringify(read.view))
  return { guid, index: named.index, ...read, snapshot, ...(content_guid ? { content_guid } : {}) }
}

export async function readViewpoints(
  context: ReadContext,
  folder: string,
  markup: XmlElement,
  topic: XmlElement,
): Promise<BcfViewpoint[]> {
  const elements = [
    ...listChildren(markup, 'Viewpoints'),
    ...listChildren(findChild(topic, 'Viewpoints'), 'ViewPoint'),
  ]
  context.checkCount('ViewPoint', context.limits.viewpoints, elements)
  const named = elements.map((element) => readViewpointEntry(context, folder, element))
  const viewpoints: BcfViewpoint[] = []
  for (const each of named.length > 0 ? named : findLegacyViewpoint(context, folder)) {
    const viewpoint = await readViewpoint(context, each)
    if (viewpoint) viewpoints.push(viewpoint)
  }
  return viewpoints
}

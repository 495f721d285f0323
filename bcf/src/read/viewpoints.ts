import type { BcfViewpoint } from '../model.ts'
import { allOf, attributeOf, firstOf, textOf, type XmlElement } from '../xml/read.ts'
import { pictureRatio } from './picture-ratio.ts'
import type { Reading } from './reading.ts'
import { readInt } from './values.ts'
import { readView } from './view.ts'

interface Named {
  guid: string | undefined
  index: number | undefined
  view: string | undefined
  snapshot: string | undefined
}

/** Resolves a reference to an existing entry; warns if it is missing. */
function present(reading: Reading, folder: string, reference: string | undefined): string | undefined {
  if (reference === undefined) return undefined
  const entry = reading.find(folder, reference)
  if (entry === undefined) reading.warn('MISSING_FILE', reference)
  return entry
}

function namedIn(reading: Reading, folder: string, element: XmlElement): Named {
  return {
    guid: reading.guid(attributeOf(element, 'Guid')),
    index: readInt(textOf(element, 'Index')),
    view: present(reading, folder, textOf(element, 'Viewpoint')),
    snapshot: present(reading, folder, textOf(element, 'Snapshot')),
  }
}

/** 2.0 allows the BCF 1.0 layout: one view and one snapshot with fixed names that are not referenced. */
function unnamed(reading: Reading, folder: string): Named[] {
  const view = reading.archive.find([`${folder}viewpoint.bcfv`])
  const snapshot = reading.archive.find([`${folder}snapshot.png`])
  return view || snapshot ? [{ guid: undefined, index: undefined, view, snapshot }] : []
}

async function readViewpoint(reading: Reading, named: Named): Promise<BcfViewpoint | undefined> {
  const root = named.view === undefined ? undefined : await reading.xml(named.view, 'visinfo')
  const { snapshot } = named
  const ratio = async () => (snapshot ? pictureRatio(reading.archive.read(snapshot)) : undefined)
  const read =
    root && named.view !== undefined
      ? await readView(reading, root, named.view, ratio)
      : { view: {}, bitmaps: [] }
  const guid =
    named.guid ??
    reading.guid(attributeOf(root, 'Guid')) ??
    reading.guidOf('view', named.view ?? snapshot ?? '')
  if (!root && !snapshot) {
    reading.warn('EMPTY', `ViewPoint ${guid}`)
    return undefined
  }
  return { guid, index: named.index, ...read, snapshot }
}

export async function readViewpoints(
  reading: Reading,
  folder: string,
  markup: XmlElement,
  topic: XmlElement,
): Promise<BcfViewpoint[]> {
  const elements = [...allOf(markup, 'Viewpoints'), ...allOf(firstOf(topic, 'Viewpoints'), 'ViewPoint')]
  reading.atMost('ViewPoint', reading.limits.viewpoints, elements)
  const named = elements.map((element) => namedIn(reading, folder, element))
  const viewpoints: BcfViewpoint[] = []
  for (const each of named.length > 0 ? named : unnamed(reading, folder)) {
    const viewpoint = await readViewpoint(reading, each)
    if (viewpoint) viewpoints.push(viewpoint)
  }
  return viewpoints
}

import { PROPERTY_BLOCK_SIZE, type PropertyBlock, type PropertySet } from '@plumbline/bim/model'
import type { ElementRef } from '@plumbline/viewer/model'
import { boxCenter } from '@plumbline/viewer/vec'
import { fetchBytes } from './fetch-bytes.ts'
import { formatIfcClass } from './format-ifc-class.ts'
import { parseHeaderId } from './model-id.ts'
import type { SessionLines } from './session-lines.ts'
import type { SessionModels } from './session-models.ts'
import type { ElementSummary, SessionHost } from './session-state.ts'

/** Size of the LRU cache of property blocks. */
const MAX_CACHED_BLOCKS = 400

/** Attributes and properties of elements; properties are fetched in blocks on demand. */
export class SessionElements {
  readonly #host: SessionHost
  readonly #models: SessionModels
  readonly #lines: SessionLines
  readonly #blocks = new Map<string, Promise<PropertyBlock>>()

  constructor(host: SessionHost, models: SessionModels, lines: SessionLines) {
    this.#host = host
    this.#models = models
    this.#lines = lines
  }

  /** The attributes of an element; null while the structure of its model is not loaded. */
  getSummary(ref: ElementRef): ElementSummary | null {
    const model = this.#host.state.models.find((each) => each.id === ref.model)
    const { structure } = model ?? {}
    const guid = structure?.elements.guid[ref.element]
    if (!model || !structure || guid === undefined) return null
    const { elements, classes, types, groups } = structure
    const storey = model.manifest.storeys[elements.storey[ref.element] ?? -1]
    return {
      ref,
      guid,
      name: elements.name[ref.element] ?? '',
      class: classes[elements.class[ref.element] ?? -1] ?? '',
      type: types[elements.type[ref.element] ?? -1]?.name ?? null,
      tag: elements.tag[ref.element] ?? '',
      storey: storey?.name ?? null,
      systems: groups
        .filter(({ members }) => members.includes(ref.element))
        .map(({ name, class: kind, members }) => ({
          name: name || formatIfcClass(kind),
          members: members.map((element) => ({ model: model.id, element })),
        })),
      axes: model.names?.get(ref.element) ?? this.#nearestAxes(ref),
      header_id: parseHeaderId(model.id),
      header_name: model.name,
      version: model.version,
    }
  }

  /** The element of an open file by its GlobalId; null if it has none, or is not loaded. */
  find(headerId: string, guid: string): ElementRef | null {
    const { structure } = this.#host.state.models.find(({ id }) => id === headerId) ?? {}
    const element = structure?.elements.guid.indexOf(guid) ?? -1
    return element < 0 ? null : { model: headerId, element }
  }

  #nearestAxes(ref: ElementRef): string | null {
    const box = this.#host.viewer.boxOf([ref])
    return box && this.#lines.describePlace(boxCenter(box))
  }

  /** Fetches one block of properties of a model, from the cache if possible; null for an unknown model. */
  fetchBlock = async (model: string, index: number): Promise<PropertyBlock | null> => {
    const url = this.#models.artefactUrl(model, `props-${index}.json`)
    if (!url) return null
    const known = this.#blocks.get(url)
    this.#blocks.delete(url)
    const block =
      known ?? fetchBytes(url).then((bytes) => JSON.parse(new TextDecoder().decode(bytes)) as PropertyBlock)
    block.catch(() => this.#blocks.delete(url))
    // move to the end: the first entry of the map is the least recently used
    this.#blocks.set(url, block)
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= MAX_CACHED_BLOCKS) break
      this.#blocks.delete(oldest)
    }
    return block
  }

  /** Fetches the property sets of an element. */
  async fetchProperties({ model, element }: ElementRef): Promise<PropertySet[]> {
    const index = Math.floor(element / PROPERTY_BLOCK_SIZE)
    const block = await this.fetchBlock(model, index)
    const own = block?.elements[element - index * PROPERTY_BLOCK_SIZE] ?? []
    return own.map((set) => block?.sets[set]).filter((set) => set !== undefined)
  }

  /** All elements of the same class or type, across all models. */
  listAlike(ref: ElementRef, by: 'class' | 'type'): ElementRef[] {
    const wanted = this.getSummary(ref)?.[by]
    if (!wanted) return []
    return this.#host.state.models.flatMap(({ id, structure }) => {
      if (!structure) return []
      const { elements, classes, types } = structure
      const groupOf = (element: number) =>
        by === 'class' ? classes[elements.class[element] ?? -1] : types[elements.type[element] ?? -1]?.name
      const drawn = this.#host.viewer.models.get(id)?.drawnElements() ?? []
      return drawn.filter((element) => groupOf(element) === wanted).map((element) => ({ model: id, element }))
    })
  }
}

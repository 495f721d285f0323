import { PROPERTY_BLOCK_SIZE, type PropertyBlock } from '@plumbline/bim/model'
import { color } from '@plumbline/viewer/features/color'
import type { ElementRef } from '@plumbline/viewer/model'
import { type ColoringBy, colorByNumber, colorByText, type ElementValue } from './coloring.ts'
import { retryFetch } from './fetch-bytes.ts'
import { formatIfcClass } from './format-ifc-class.ts'
import type { LoadedModel, SessionHost } from './session-state.ts'

/** Parallel requests for property blocks. */
const PARALLEL_REQUESTS = 6

/** Colours elements by class, property and so on; models loaded later are coloured as well. */
export class SessionColors {
  readonly #host: SessionHost
  readonly #block: (model: string, index: number) => Promise<PropertyBlock | null>
  readonly #format: (value: number) => string
  #run = new AbortController()

  constructor(
    host: SessionHost,
    block: (model: string, index: number) => Promise<PropertyBlock | null>,
    locale: string,
  ) {
    this.#host = host
    this.#block = block
    const numbers = new Intl.NumberFormat(locale, { maximumSignificantDigits: 6 })
    this.#format = (value) => numbers.format(value)
  }

  /** Colours all elements; null restores the material colours. */
  async set(by: ColoringBy | null): Promise<void> {
    const { signal } = this.#begin()
    const { viewer, set } = this.#host
    set({ viewColors: [] })
    if (!by) {
      viewer.use(color).clear()
      set({ coloring: null })
      return
    }
    set({ coloring: { by, swatches: null, withoutValue: 0, isPartial: false } })
    const { values, unread } =
      by.by === 'property' ? await this.#properties(by, signal) : { values: this.#valuesOf(by.by), unread: 0 }
    // Superseded by a later call.
    if (signal.aborted) return
    const amounts = by.by === 'property' ? colorByNumber(values, this.#format) : null
    const swatches = amounts ?? colorByText(values)
    viewer.use(color).set(swatches)
    const drawn = [...viewer.models.values()].reduce((sum, model) => sum + model.drawnElements().length, 0)
    const coloured = swatches.reduce((sum, { elements }) => sum + elements.length, 0)
    const withoutValue = Math.max(0, drawn - coloured - unread)
    set({ coloring: { by, swatches, withoutValue, isPartial: unread > 0 } })
  }

  /** Aborts requests of an earlier colouring. */
  #begin(): AbortController {
    this.#run.abort()
    this.#run = new AbortController()
    return this.#run
  }

  /** Ends the colouring, including running requests, after another tool has set the colours. */
  forget(): void {
    this.#begin()
    this.#host.set({ coloring: null, viewColors: [] })
  }

  /** Applies the colouring again after models were loaded or unloaded. */
  refresh(): void {
    const { coloring } = this.#host.state
    if (coloring) void this.set(coloring.by)
  }

  #drawn(model: LoadedModel): number[] {
    return this.#host.viewer.models.get(model.id)?.drawnElements() ?? []
  }

  #valuesOf(by: Exclude<ColoringBy['by'], 'property'>): ElementValue[] {
    return this.#host.state.models.flatMap((model) => {
      const { structure, manifest } = model
      if (!structure) return []
      const systems = new Map<number, string>()
      if (by === 'system')
        for (const { name, members } of structure.groups) for (const each of members) systems.set(each, name)
      const labelOf = (element: number): string | undefined => {
        const { elements, classes, types } = structure
        if (by === 'class') return formatIfcClass(classes[elements.class[element] ?? -1] ?? '')
        if (by === 'type') return types[elements.type[element] ?? -1]?.name
        if (by === 'storey') return manifest.storeys[elements.storey[element] ?? -1]?.name
        return by === 'model' ? model.name : systems.get(element)
      }
      return this.#drawn(model).flatMap((element) => {
        const value = labelOf(element)
        return value ? [{ ref: { model: model.id, element }, value }] : []
      })
    })
  }

  /** The values of a property, and of how many elements none could be read. */
  async #properties(
    { set, property }: ColoringBy,
    signal: AbortSignal,
  ): Promise<{ values: ElementValue[]; unread: number }> {
    const tasks = this.#host.state.models.flatMap((model) => {
      const byBlock = Map.groupBy(this.#drawn(model), (element) => Math.floor(element / PROPERTY_BLOCK_SIZE))
      return [...byBlock].map(([index, elements]) => ({ model, index, elements }))
    })
    const values: ElementValue[] = []
    let unread = 0
    const worker = async () => {
      for (let task = tasks.pop(); task && !signal.aborted; task = tasks.pop()) {
        const { model, index, elements } = task
        try {
          const block = await retryFetch(() => this.#block(model.id, index), signal)
          for (const element of elements) {
            const ref: ElementRef = { model: model.id, element }
            const found = block && findValue(block, element - index * PROPERTY_BLOCK_SIZE, set, property)
            if (found) values.push({ ref, ...found })
          }
        } catch {
          unread += elements.length
        }
      }
    }
    await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, worker))
    return { values, unread }
  }
}

function findValue(block: PropertyBlock, at: number, set: string | undefined, property: string | undefined) {
  for (const index of block.elements[at] ?? []) {
    const own = block.sets[index]
    if (!own || (set !== undefined && own.name !== set)) continue
    const found = own.properties.find(({ name }) => name === property)
    if (found) return found
  }
  return null
}

import type { Vec3 } from '@plumbline/bim/model'
import type { ElementRef, Model } from '@plumbline/viewer/model'
import type { Pick } from '@plumbline/viewer/pick'
import { boxCenter } from '@plumbline/viewer/vec'
import { parseHeaderId } from './model-id.ts'
import type { SessionElements } from './session-elements.ts'
import type { SessionLines } from './session-lines.ts'
import type { IssueLocation, SessionHost } from './session-state.ts'

/** Determines the anchor of a new issue from the last click, the selection or the centre of the view. */
export class SessionIssueLocation {
  readonly #host: SessionHost
  readonly #elements: SessionElements
  readonly #lines: SessionLines
  #clicked: { ref: ElementRef; point: Vec3; model: Model | undefined } | null = null
  /** the place of a new issue while nothing is selected, until the next click; other versions have other element indices */
  #proposed: { point: Vec3; guid: string | null; header_id: string | null } | null = null

  constructor(host: SessionHost, elements: SessionElements, lines: SessionLines) {
    this.#host = host
    this.#elements = elements
    this.#lines = lines
    host.viewer.on('pick', ({ hit }) => this.rememberClick(hit))
  }

  /** Calls `hear` for clicks on elements, including cut faces; returns a function that stops this. */
  onClick(hear: (hit: Pick) => void): () => void {
    return this.#host.viewer.on('pick', ({ hit }) => hit && hear(hit))
  }

  /** Remembers the clicked element and point as the anchor of a new issue. */
  rememberClick(hit: Pick | null) {
    this.#proposed = null
    this.#clicked = hit && {
      ref: { model: hit.model, element: hit.element },
      point: hit.point,
      model: this.#host.viewer.models.get(hit.model),
    }
  }

  /** Proposes a point, on an element or else in a file, for new issues while nothing is selected, until the next click. */
  propose(point: Vec3, ref: ElementRef | null, header_id: string | null) {
    this.#clicked = null
    const guid = (ref && this.#elements.getSummary(ref)?.guid) ?? null
    this.#proposed = { point, guid, header_id: header_id ?? (ref && parseHeaderId(ref.model)) }
  }

  /** The last selected element, at the clicked point or at its centre; without one the proposed place or a point in the view. */
  find(): IssueLocation | null {
    const selected = this.#host.state.selection.at(-1)
    const ref = selected ?? this.#findProposed()
    if (!ref) return this.#findWithoutElement()
    const summary = this.#elements.getSummary(ref)
    const clicked = selected ? this.#findClicked(selected) : this.#proposed
    const isClicked = clicked !== null
    const box = isClicked ? null : this.#host.viewer.boxOf([ref])
    const point: Vec3 | null = isClicked ? clicked.point : box && boxCenter(box)
    if (!summary || !point) return this.#findWithoutElement()
    return {
      element: summary,
      header_id: summary.header_id,
      version: summary.version,
      point,
      axes: this.#lines.describePlace(point),
    }
  }

  #findProposed(): ElementRef | null {
    const { guid, header_id } = this.#proposed ?? {}
    return guid && header_id ? this.#elements.find(header_id, guid) : null
  }

  /** The last click if it was on this element, in the version that is open. */
  #findClicked({ model, element }: ElementRef): { point: Vec3 } | null {
    const clicked = this.#clicked
    const isSame = clicked?.ref.model === model && clicked.ref.element === element
    return isSame && clicked.model === this.#host.viewer.models.get(model) ? clicked : null
  }

  /** The point in the centre of the view, otherwise the centre of the first model. */
  #findWithoutElement(): IssueLocation | null {
    const { viewer, state } = this.#host
    const { width, height } = viewer.size
    const proposed = this.#proposed
    const hit = proposed ? null : viewer.pick(width / 2, height / 2)
    const wanted = proposed?.header_id ?? hit?.model
    const model = state.models.find((each) => each.id === wanted) ?? state.models[0]
    const box = model && viewer.models.get(model.id)?.box
    if (!model || !box) return null
    const point = proposed?.point ?? hit?.point ?? boxCenter(box)
    return {
      element: null,
      header_id: parseHeaderId(model.id),
      version: model.version,
      point,
      axes: this.#lines.describePlace(point),
    }
  }
}

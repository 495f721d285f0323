import type { Vec3 } from '@plumbline/bim/model'
import type { ModelPin } from '@plumbline/viewer/features/pins'
import { SHEET_TOOL, sheets } from '@plumbline/viewer/features/sheets'
import { findRoom } from '@plumbline/viewer/find-room'
import { findFloor } from '@plumbline/viewer/floors'
import type { Pick } from '@plumbline/viewer/pick'
import { computeHeading, computeReaderPose, computeSheetNormal } from '@plumbline/viewer/sheet-pose'
import { addScaled } from '@plumbline/viewer/vec'
import type { SessionElements } from './session-elements.ts'
import type { SessionIssueLocation } from './session-issue-location.ts'
import type { SessionLines } from './session-lines.ts'
import type { SessionSelection } from './session-selection.ts'
import type { ElementSummary, SessionHost } from './session-state.ts'
import type { SessionTools } from './session-tools.ts'

/** The room of a sheet is looked for so far in front of its wall, metres. */
const IN_ROOM_M = 0.4
/** Symbols of sheets, and of the place that was clicked. */
const COLORS = { sheet: '#35322e', chosen: '#c24e00' }
const CHOSEN_PLACE = 'chosen place'

/** A face that a sheet can hang on. */
export interface SheetPlace {
  /** world metres */
  point: Vec3
  /** horizontal unit vector out of the face */
  normal: Vec3
  heading_deg: number
  element: ElementSummary
  storey: string | null
  /** the nearest axes of the models' grids */
  axes: string | null
  room: string | null
}

export interface SheetSymbol {
  id: string
  point: Vec3
  label: string
}

/** A sheet whose place is shown. */
interface ShownSheet {
  point: Vec3
  normal: Vec3
  storey: string | null
  header_id: string | null
  guid: string | null
}

/** QR sheets in the model: the tool that places them, and the view of a reader. */
export class SessionSheets {
  readonly #host: SessionHost
  readonly #tools: SessionTools
  readonly #elements: SessionElements
  readonly #lines: SessionLines
  readonly #selection: SessionSelection
  readonly #issueLocation: SessionIssueLocation

  constructor(
    host: SessionHost,
    tools: SessionTools,
    elements: SessionElements,
    lines: SessionLines,
    selection: SessionSelection,
    issueLocation: SessionIssueLocation,
  ) {
    this.#host = host
    this.#tools = tools
    this.#elements = elements
    this.#lines = lines
    this.#selection = selection
    this.#issueLocation = issueLocation
  }

  get placing(): boolean {
    return this.#host.state.tool === SHEET_TOOL
  }

  /** Starts placing: leaves the walk and the plan, whose faces are not walls. */
  start = () => {
    const { viewer } = this.#host
    this.#tools.orbit()
    viewer.setTool(SHEET_TOOL)
    for (const id of viewer.models.keys()) void viewer.loadSpaces(id).catch(() => undefined)
  }

  stop = () => this.#host.viewer.use(sheets).stop()

  /** Calls `hear` with clicked places, null for faces that are not upright; returns a function that stops this. */
  onPick(hear: (place: Promise<SheetPlace> | null) => void): () => void {
    return this.#host.viewer.on('pick', ({ hit }) => {
      if (hit && this.placing) hear(this.#describe(hit))
    })
  }

  /** Shows the symbols of sheets and of the clicked place; `chosen` is highlighted. */
  showSymbols(
    symbols: readonly SheetSymbol[],
    chosen: string | null,
    place: SheetPlace | null,
    label: string,
  ) {
    const feature = this.#host.viewer.use(sheets)
    const toPin = ({ id, point, label }: SheetSymbol, color: string): ModelPin => ({
      id,
      point,
      element: null,
      model: '',
      number: '',
      color,
      icon: '',
      label,
    })
    feature.set([
      ...symbols.map((each) => toPin(each, COLORS.sheet)),
      ...(place ? [toPin({ id: CHOSEN_PLACE, point: place.point, label }, COLORS.chosen)] : []),
    ])
    feature.mark(chosen)
  }

  /** Calls `open` when a sheet's symbol is pressed; returns a function that stops this. */
  onOpen(open: (id: string) => void) {
    return this.#host.viewer.use(sheets).on('open', ({ id }) => id !== CHOSEN_PLACE && open(id))
  }

  #describe(hit: Pick): Promise<SheetPlace> | null {
    const isCut = 'plane' in hit && hit.plane !== undefined
    const normal = computeSheetNormal(hit.normal)
    const element = this.#elements.getSummary(hit)
    if (!normal || !element || isCut) return null
    const { point } = hit
    const place = {
      point,
      normal,
      heading_deg: computeHeading(normal),
      element,
      storey: element.storey ?? this.#findStoreyBelow(point),
      axes: this.#lines.describePlace(point),
    }
    return this.#findRoomName(addScaled(point, normal, IN_ROOM_M)).then((room) => ({ ...place, room }))
  }

  async #findRoomName(point: Vec3): Promise<string | null> {
    const { viewer } = this.#host
    await Promise.all([...viewer.models.keys()].map((id) => viewer.loadSpaces(id).catch(() => undefined)))
    const room = findRoom(viewer.models.values(), point)
    return (room && this.#elements.getSummary(room)?.name) || null
  }

  #findStoreyBelow([, , z]: Vec3): string | null {
    return this.#tools.storeys.find(({ elevation_m }) => elevation_m <= z)?.name ?? null
  }

  /** Shows a sheet as its reader sees it, with its storey; a new issue is proposed at its point. */
  showReader({ point, normal, storey, header_id, guid }: ShownSheet) {
    const { viewer } = this.#host
    const ref = header_id && guid ? this.#elements.find(header_id, guid) : null
    const name = storey ?? (ref && this.#elements.getSummary(ref)?.storey) ?? null
    // computed before the other storeys are hidden: the floor may belong to the storey below
    const pose = computeReaderPose(
      point,
      normal,
      (ray, limit) => viewer.cast(ray, limit),
      this.#findElevation(name),
    )
    this.#tools.showStorey(name)
    // not selected: the colour of the selection would fill the view
    this.#selection.select([])
    this.#issueLocation.propose(point, ref, header_id)
    viewer.camera.setPose(pose, { fly: false })
  }

  #findElevation(name: string | null): number | null {
    const [ref] = this.#tools.storeys.find((each) => each.name === name)?.refs ?? []
    const model = ref && this.#host.viewer.models.get(ref.model)
    return (model && findFloor(model, ref.storey)?.elevation) ?? null
  }
}

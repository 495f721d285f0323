import type { Vec3 } from '@plumbline/bim/model'
import type { Pose } from '@plumbline/viewer/camera'
import type { ClippingPlane } from '@plumbline/viewer/clipping'

/**
 * A view as URL parameters: readable and short enough for an e-mail. Longer states (a thousand hidden elements) need a
 * saved view.
 */
export interface ViewState {
  pose: Pose | null
  clipping: readonly ClippingPlane[]
  /** GlobalIds; where several models are loaded, with the model of each: copies of a model have the same ones */
  select: readonly string[]
  hide: readonly string[]
  /** only these elements are visible; `hide` is then empty */
  only: readonly string[]
  /** all other elements are ghosted */
  solid: readonly string[]
  storey: string | null
  plan: boolean
}

/** Maximum length of the parameters: some programs cut longer URLs. */
const MAX_CHARACTERS = 1500
/** Maximum number of selected elements in a URL. */
export const MAX_SELECTED_IN_URL = 100
/** limit on planes that cut at once, including those of the box */
export const MAX_PLANES = 16

export const EMPTY_VIEW: ViewState = {
  pose: null,
  clipping: [],
  select: [],
  hide: [],
  only: [],
  solid: [],
  storey: null,
  plan: false,
}

type Search = Partial<Record<'at' | 'cut' | 'select' | 'hide' | 'only' | 'solid' | 'storey' | 'plan', string>>

const formatNumber = (value: number, digits: number) => String(Number(value.toFixed(digits)))
const formatPoint = (point: Vec3) => point.map((value) => formatNumber(value, 3)).join()
const formatDirection = (vector: Vec3) => vector.map((value) => formatNumber(value, 5)).join()

function formatPose({ eye, forward, up, projection, focus_m }: Pose): string {
  const level = Math.abs(forward[2]) < 0.999
  return [
    projection === 'perspective' ? 'p' : 'o',
    formatPoint(eye),
    formatDirection(forward),
    formatNumber(focus_m, 3),
    // The up direction follows from the view direction, unless that is vertical.
    ...(level ? [] : [formatDirection(up)]),
  ].join('_')
}

const parseVector = (text: string | undefined): Vec3 | null => {
  const parts = (text ?? '').split(',').map(Number)
  return parts.length === 3 && parts.every(Number.isFinite) ? (parts as Vec3) : null
}

function parsePose(text: string | undefined): Pose | null {
  const [kind, at, along, focus, above] = (text ?? '').split('_')
  const eye = parseVector(at)
  const forward = parseVector(along)
  const up: Vec3 | null = above === undefined ? [0, 0, 1] : parseVector(above)
  const focus_m = Number(focus)
  if (!eye || !forward || !up || !(focus_m > 0 && focus_m < 1e7) || Math.hypot(...forward) < 0.5) return null
  return { eye, forward, up, focus_m, fov_deg: 45, projection: kind === 'o' ? 'orthographic' : 'perspective' }
}

function parsePlanes(text: string | undefined): ClippingPlane[] {
  const planes = (text ?? '').split('~').slice(0, MAX_PLANES)
  return planes.flatMap((each) => {
    const [at, along] = each.split('_')
    const location = parseVector(at)
    const direction = parseVector(along)
    return location && direction && Math.hypot(...direction) > 0 ? [{ location, direction }] : []
  })
}

const MODEL_END_LENGTH = 8

/** A GlobalId with the end of its model's id. */
export const addModel = (guid: string, modelId: string) => `${modelId.slice(-MODEL_END_LENGTH)}/${guid}`

/** The GlobalId of an entry of a view, and the end of its model's id; '' if any model is meant. */
export function parseElement(element: string): { modelEnd: string; guid: string } {
  const [guid = '', modelEnd = ''] = element.split('/').reverse()
  return { modelEnd, guid }
}

/** Formats GlobalIds by model, each list prefixed with the end of the model's id. */
function formatGuids(elements: readonly string[]): string | undefined {
  const parsed = elements.map(parseElement)
  const listed = parsed.flatMap(({ modelEnd, guid }, at) =>
    modelEnd === (parsed[at - 1]?.modelEnd ?? '') ? [guid] : [modelEnd, guid],
  )
  return listed.join() || undefined
}

/** Parses a list of GlobalIds, dropping anything invalid. */
function parseGuids(text: string | undefined): string[] {
  let modelEnd = ''
  return (text ?? '').split(',').flatMap((each) => {
    if (/^[0-9a-f]{8}$/.test(each)) modelEnd = each
    if (!/^[0-9A-Za-z_$]{22}$/.test(each)) return []
    return modelEnd ? addModel(each, modelEnd) : each
  })
}

/** Formats a view as URL parameters, undefined where empty; lists that would make the URL too long are omitted. */
export function formatViewParams(state: ViewState): Record<keyof Search, string | undefined> {
  const search = {
    at: state.pose ? formatPose(state.pose) : undefined,
    cut: state.plan
      ? undefined
      : state.clipping
          .map((plane) => `${formatPoint(plane.location)}_${formatDirection(plane.direction)}`)
          .join('~') || undefined,
    storey: state.storey ?? undefined,
    plan: state.plan ? '1' : undefined,
    select: formatGuids(state.select.slice(0, MAX_SELECTED_IN_URL)),
    hide: formatGuids(state.hide),
    only: formatGuids(state.only),
    solid: formatGuids(state.solid),
  }
  let left = MAX_CHARACTERS - [search.at, search.cut, search.storey].join('').length
  for (const name of ['select', 'only', 'solid', 'hide'] as const) {
    const length = search[name]?.length ?? 0
    // A selection may fill the URL with up to MAX_SELECTED_IN_URL elements; hidden elements are listed completely or not at
    // all.
    if (name !== 'select' && length > left) search[name] = undefined
    else left -= Math.min(length, left)
  }
  return search
}

export function parseViewParams(search: Search): ViewState {
  return {
    pose: parsePose(search.at),
    clipping: parsePlanes(search.cut),
    select: parseGuids(search.select).slice(0, MAX_SELECTED_IN_URL),
    hide: parseGuids(search.hide),
    only: parseGuids(search.only),
    solid: parseGuids(search.solid),
    storey: search.storey?.slice(0, 255) || null,
    plan: search.plan === '1',
  }
}

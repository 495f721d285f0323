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
  /** GlobalIds */
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
const MOST_CHARACTERS = 1500
/** Maximum number of selected elements in a URL. */
export const MOST_SELECTED = 100
const MOST_PLANES = 16

export const EMPTY: ViewState = {
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

const short = (value: number, digits: number) => String(Number(value.toFixed(digits)))
const place = (point: Vec3) => point.map((value) => short(value, 3)).join()
const direction = (vector: Vec3) => vector.map((value) => short(value, 5)).join()

function writePose({ eye, forward, up, projection, focus_m }: Pose): string {
  const level = Math.abs(forward[2]) < 0.999
  return [
    projection === 'perspective' ? 'p' : 'o',
    place(eye),
    direction(forward),
    short(focus_m, 3),
    // The up direction follows from the view direction, unless that is vertical.
    ...(level ? [] : [direction(up)]),
  ].join('_')
}

const numbers = (text: string | undefined): Vec3 | null => {
  const parts = (text ?? '').split(',').map(Number)
  return parts.length === 3 && parts.every(Number.isFinite) ? (parts as Vec3) : null
}

function readPose(text: string | undefined): Pose | null {
  const [kind, at, along, focus, above] = (text ?? '').split('_')
  const [eye, forward, up] = [
    numbers(at),
    numbers(along),
    above === undefined ? ([0, 0, 1] as Vec3) : numbers(above),
  ]
  const focus_m = Number(focus)
  if (!eye || !forward || !up || !(focus_m > 0 && focus_m < 1e7) || Math.hypot(...forward) < 0.5) return null
  return { eye, forward, up, focus_m, fov_deg: 45, projection: kind === 'o' ? 'orthographic' : 'perspective' }
}

function readPlanes(text: string | undefined): ClippingPlane[] {
  const planes = (text ?? '').split('~').slice(0, MOST_PLANES)
  return planes.flatMap((each) => {
    const [at, along] = each.split('_')
    const [location, facing] = [numbers(at), numbers(along)]
    return location && facing && Math.hypot(...facing) > 0 ? [{ location, direction: facing }] : []
  })
}

const list = (guids: readonly string[]) => (guids.length > 0 ? guids.join() : undefined)

/** Parses a list of GlobalIds, dropping anything invalid. */
const guidsIn = (text: string | undefined) =>
  (text ?? '').split(',').filter((each) => /^[0-9A-Za-z_$]{22}$/.test(each))

/** Formats a view as URL parameters, undefined where empty; lists that would make the URL too long are omitted. */
export function writeView(state: ViewState): Record<keyof Search, string | undefined> {
  const search = {
    at: state.pose ? writePose(state.pose) : undefined,
    cut: state.plan
      ? undefined
      : state.clipping.map((plane) => `${place(plane.location)}_${direction(plane.direction)}`).join('~') ||
        undefined,
    storey: state.storey ?? undefined,
    plan: state.plan ? '1' : undefined,
    select: list(state.select.slice(0, MOST_SELECTED)),
    hide: list(state.hide),
    only: list(state.only),
    solid: list(state.solid),
  }
  let left = MOST_CHARACTERS - [search.at, search.cut, search.storey].join('').length
  for (const name of ['select', 'only', 'solid', 'hide'] as const) {
    const length = search[name]?.length ?? 0
    // A selection may fill the URL with up to MOST_SELECTED elements; hidden elements are listed completely or not at
    // all.
    if (name !== 'select' && length > left) search[name] = undefined
    else left -= Math.min(length, left)
  }
  return search
}

export function readView(search: Search): ViewState {
  return {
    pose: readPose(search.at),
    clipping: readPlanes(search.cut),
    select: guidsIn(search.select).slice(0, MOST_SELECTED),
    hide: guidsIn(search.hide),
    only: guidsIn(search.only),
    solid: guidsIn(search.solid),
    storey: search.storey?.slice(0, 255) || null,
    plan: search.plan === '1',
  }
}

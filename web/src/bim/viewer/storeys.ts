import type { StoreyRef } from '@plumbline/viewer/floors'
import type { LoadedModel } from './session-state.ts'

/** Storeys of several models with the same name are merged if they lie this close, metres. */
const SAME_STOREY_M = 0.5
/** A storey this far below zero still counts as above ground, metres. */
const GROUND_TOLERANCE_M = 0.5

/** A storey, merged from several models. */
export interface ProjectStorey {
  /** unique and readable: used in URLs */
  name: string
  elevation_m: number
  refs: StoreyRef[]
}

const plain = (name: string) => name.trim().toLowerCase()

/** The storeys of the open models, highest first. */
export function mergeStoreys(
  models: readonly Pick<LoadedModel, 'id' | 'manifest' | 'setting'>[],
): ProjectStorey[] {
  const byName = new Map<string, ProjectStorey[]>()
  const taken = new Set<string>()
  for (const { id, manifest, setting } of models) {
    for (const [storey, { name, elevation_m }] of manifest.storeys.entries()) {
      const height = elevation_m + setting.move[2]
      const named = byName.get(plain(name)) ?? []
      byName.set(plain(name), named)
      const same =
        named.find((each) => Math.abs(each.elevation_m - height) < SAME_STOREY_M) ??
        named.find((each) => !each.refs.some((ref) => ref.model === id))
      if (same) same.refs.push({ model: id, storey })
      else {
        const own = uniqueName(name, named.length + 1, taken)
        named.push({ name: own, elevation_m: height, refs: [{ model: id, storey }] })
      }
    }
  }
  return [...byName.values()].flat().sort((a, b) => b.elevation_m - a.elevation_m)
}

/** The name, with a number from the second storey of the name on; a file may have such names itself. */
function uniqueName(name: string, number: number, taken: Set<string>): string {
  let at = number
  let own = at > 1 ? `${name} (${at})` : name
  while (taken.has(plain(own))) own = `${name} (${++at})`
  taken.add(plain(own))
  return own
}

/** The default storey: the lowest that is not underground, otherwise the lowest. */
export function findGroundStorey(storeys: readonly ProjectStorey[]): ProjectStorey | undefined {
  return storeys.findLast(({ elevation_m }) => elevation_m > -GROUND_TOLERANCE_M) ?? storeys.at(-1)
}

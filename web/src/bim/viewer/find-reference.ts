import type { Manifest } from '@plumbline/bim/model'
import type { Header } from '@plumbline/contract/bim/bim'

type Version = Pick<NonNullable<Header['current']>, 'id' | 'artefacts_key' | 'is_georeferenced'>

/** manifests fetched at a time, of versions with an unknown georeference */
const AT_A_TIME = 8

/**
 * The manifest of the model that defines the coordinates: the oldest one with a georeference, otherwise the oldest. For
 * versions with a known georeference, only the result's manifest is fetched, so that a project of many files opens at once.
 */
export async function findReference(
  byAge: readonly Version[],
  fetchManifest: (version: Version) => Promise<Manifest>,
): Promise<Manifest | null> {
  const certain = byAge.findIndex(({ is_georeferenced }) => is_georeferenced === true)
  const possible = byAge
    .slice(0, certain < 0 ? byAge.length : certain + 1)
    // kept answers of older servers have no such field
    .filter(({ is_georeferenced }) => is_georeferenced !== false)
  for (let start = 0; start < possible.length; start += AT_A_TIME) {
    const manifests = await Promise.all(possible.slice(start, start + AT_A_TIME).map(fetchManifest))
    const found = manifests.find(({ georeference }) => georeference)
    if (found) return found
  }
  const [oldest] = byAge
  return oldest ? fetchManifest(oldest) : null
}

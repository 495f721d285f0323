import type { Db } from '../../db/database.ts'
import { forgetFacets } from './facets-cache.ts'
import { forgetMatches } from './matches-cache.ts'
import { forgetStoreys } from './storeys-cache.ts'

/** Topic of the bus: an index was repaired under its id. */
export const ELEMENTS_REBUILT = 'elements-rebuilt'

/** Drops this process's caches of element indexes. */
export function forgetElements(db: Db): void {
  forgetMatches(db)
  forgetFacets(db)
  forgetStoreys(db)
}

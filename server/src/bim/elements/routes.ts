import * as api from '@plumbline/contract/bim/elements'
import { bindAll } from '../../context.ts'
import { compareVersions } from './compare-versions.ts'
import { countChanges } from './count-changes.ts'
import { findElement } from './find-element.ts'
import { getElementFacets } from './get-element-facets.ts'
import { listElementHistory } from './list-element-history.ts'
import { searchElements } from './search-elements.ts'

export const elementRoutes = bindAll(api, {
  searchElements,
  getElementFacets,
  findElement,
  compareVersions,
  countChanges,
  listElementHistory,
})

import * as elements from '@plumbline/contract/bim/elements'
import { bind } from '../../context.ts'
import { comparedVersions } from './compare.ts'
import { facetsOfProject } from './facets.ts'
import { elementsByGlobalId, elementsOfProject } from './search.ts'

export const elementRoutes = [
  bind(elements.searchElements, elementsOfProject),
  bind(elements.getElementFacets, facetsOfProject),
  bind(elements.findElement, elementsByGlobalId),
  bind(elements.compareVersions, comparedVersions),
]

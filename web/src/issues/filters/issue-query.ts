import { IssueOrder, type IssueSort, issueFilter } from '@plumbline/contract/issues/filter'
import { boardGroups } from '@plumbline/contract/issues/lists'
import * as z from 'zod/mini'

/** What the address says of the issues that are looked at. */

export type FilterName = keyof typeof issueFilter
/** Spelt as in the address; only what the contract accepts. */
export type Filter = Partial<Record<FilterName, string>>
export type Order = IssueSort | `-${IssueSort}`
export type Group = (typeof boardGroups)[number]

export interface IssueQuery {
  filter: Filter
  sort: Order | undefined
  layout: 'list' | 'board'
  /** what the columns of the board are */
  group: Group
  /** what the list puts together, if anything */
  together: Group | undefined
}

export const filterNames = Object.keys(issueFilter) as FilterName[]

/** These hold one value, in which a comma is only a comma. */
const single: readonly FilterName[] = ['q', 'label', 'stage', 'number']
const fits = (name: FilterName, text: string) => z.safeParse(issueFilter[name], text).success

/** Of a list, the values that there are: an old address shows what is left of it. */
function readValue(name: FilterName, text: string): string {
  if (single.includes(name)) return fits(name, text) ? text : ''
  const values = text.split(',').filter((value) => value !== '' && fits(name, value))
  return [...new Set(values)].join(',')
}

export function readFilter(search: Partial<Record<string, string>>): Filter {
  const pairs = filterNames.map((name) => [name, readValue(name, search[name] ?? '')] as const)
  return Object.fromEntries(pairs.filter(([, value]) => value !== ''))
}

export function readQuery(search: Partial<Record<string, string>>): IssueQuery {
  const group = boardGroups.find((each) => each === search.group)
  return {
    filter: readFilter(search),
    sort: z.safeParse(IssueOrder, search.sort).data,
    layout: search.layout === 'board' ? 'board' : 'list',
    group: group ?? 'status',
    together: search.layout === 'board' ? undefined : group,
  }
}

/** A filter as one string, as bulk changes, saved views and the viewer's address take it. */
export const filterText = (filter: Filter): string => new URLSearchParams(filter).toString()

export const valuesOf = (filter: Filter, name: FilterName): string[] =>
  (filter[name] ?? '').split(',').filter(Boolean)

/** Labels may hold commas: in the address these are written `%2C`. */
export const labelsOf = (filter: Filter): string[] =>
  valuesOf(filter, 'label').map((label) => label.replace(/%2C/gi, ','))
export const writeLabels = (labels: readonly string[]): string =>
  labels.map((label) => label.replaceAll(',', '%2C')).join(',')

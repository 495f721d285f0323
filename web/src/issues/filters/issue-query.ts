import { IssueOrder, type IssueSort, issueFilter } from '@plumbline/contract/issues/filter'
import { boardGroups } from '@plumbline/contract/issues/lists'
import * as z from 'zod/mini'

/** Filter, order and layout of the issue list, as parsed from the URL. */

export type FilterName = keyof typeof issueFilter
/** Filter values as URL parameters, limited to those that the contract accepts. */
export type Filter = Partial<Record<FilterName, string>>
export type Order = IssueSort | `-${IssueSort}`
export type Group = (typeof boardGroups)[number]

export interface IssueQuery {
  filter: Filter
  sort: Order | undefined
  layout: 'list' | 'board'
  /** field that the board's columns stand for */
  group: Group
  /** field that the list is grouped by, if any */
  together: Group | undefined
}

export const filterNames = Object.keys(issueFilter) as FilterName[]

/** Parameters with a single value: commas in them do not separate values. */
const single: readonly FilterName[] = ['q', 'label', 'stage', 'number']
const fits = (name: FilterName, text: string) => z.safeParse(issueFilter[name], text).success

/** Drops invalid and duplicate values of a list parameter, so that outdated links still work. */
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

/** Formats a filter as a query string, for bulk edits, saved views and the viewer's URL. */
export const filterText = (filter: Filter): string => new URLSearchParams(filter).toString()

export const valuesOf = (filter: Filter, name: FilterName): string[] =>
  (filter[name] ?? '').split(',').filter(Boolean)

/** Labels may contain commas, which are escaped as `%2C` in the parameter. */
export const labelsOf = (filter: Filter): string[] =>
  valuesOf(filter, 'label').map((label) => label.replace(/%2C/gi, ','))
export const writeLabels = (labels: readonly string[]): string =>
  labels.map((label) => label.replaceAll(',', '%2C')).join(',')

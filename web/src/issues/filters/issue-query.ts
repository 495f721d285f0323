import { CustomGroup } from '@plumbline/contract/issues/custom-keys'
import {
  getDecimalFilter,
  IssueOrder,
  issueFilter,
  type NegatableFilter,
} from '@plumbline/contract/issues/filter'
import { fieldsIn } from '@plumbline/contract/issues/issue-fields'
import { boardGroups, type IssueGroup } from '@plumbline/contract/issues/lists'
import * as z from 'zod/mini'

/** Filter, order and layout of the issue list, as parsed from the URL. */

export type IssueFilterName = keyof typeof issueFilter
/** Filter values as URL parameters, limited to those accepted by the contract. */
export type IssueFilterParams = Partial<Record<IssueFilterName, string>>
export type IssueSortOrder = z.output<typeof IssueOrder>
export type IssueGrouping = (typeof boardGroups)[number]

export interface IssueQuery {
  filter: IssueFilterParams
  sort: IssueSortOrder | undefined
  layout: 'list' | 'board'
  /** field that the board's columns represent */
  group: IssueGrouping
  /** field that the list is grouped by, if any */
  listGroup: IssueGroup | undefined
}

export const issueFilterNames = Object.keys(issueFilter) as IssueFilterName[]

/** Parameters with a single value: commas in them do not separate values. */
const singleValued: readonly IssueFilterName[] = [
  'q',
  'label',
  'number',
  'custom_fields',
  ...fieldsIn('filter', 'line'),
  ...fieldsIn('filter', 'decimal').flatMap(getDecimalFilter),
]
const fits = (name: IssueFilterName, text: string) => z.safeParse(issueFilter[name], text).success

/** Drops invalid and duplicate values of a list parameter, so that outdated links still work. */
function parseValue(name: IssueFilterName, text: string): string {
  if (singleValued.includes(name)) return fits(name, text) ? text : ''
  const values = text.split(',').filter((value) => value !== '' && fits(name, value))
  return [...new Set(values)].join(',')
}

export function parseIssueFilter(search: Partial<Record<string, string>>): IssueFilterParams {
  const pairs = issueFilterNames.map((name) => [name, parseValue(name, search[name] ?? '')] as const)
  const filter: IssueFilterParams = Object.fromEntries(pairs.filter(([, value]) => value !== ''))
  // a parameter without values excludes nothing
  const { not, ...others } = filter
  const negated = listNegated(filter).filter((name) => others[name])
  return negated.length > 0 ? { ...others, not: negated.join(',') } : others
}

/** The parameters with excluded values. */
export const listNegated = (filter: IssueFilterParams): NegatableFilter[] =>
  parseFilterValues(filter, 'not') as NegatableFilter[]

/** `not` with or without a parameter. */
export function setNegated(filter: IssueFilterParams, name: NegatableFilter, isNot: boolean): string {
  const others = listNegated(filter).filter((each) => each !== name)
  return (isNot ? [...others, name] : others).join(',')
}

export function parseIssueQuery(search: Partial<Record<string, string>>): IssueQuery {
  const group = boardGroups.find((each) => each === search.group)
  return {
    filter: parseIssueFilter(search),
    sort: z.safeParse(IssueOrder, search.sort).data,
    layout: search.layout === 'board' ? 'board' : 'list',
    group: group ?? 'status',
    listGroup: search.layout === 'board' ? undefined : (group ?? z.safeParse(CustomGroup, search.group).data),
  }
}

/** Formats a filter as a query string, for bulk edits, saved views and the viewer's URL. */
export const formatIssueFilter = (filter: IssueFilterParams): string => new URLSearchParams(filter).toString()

export const parseFilterValues = (filter: IssueFilterParams, name: IssueFilterName): string[] =>
  (filter[name] ?? '').split(',').filter(Boolean)

/** Labels may contain commas, which are escaped as `%2C` in the parameter. */
export const parseLabels = (filter: IssueFilterParams): string[] =>
  parseFilterValues(filter, 'label').map((label) => label.replace(/%2C/gi, ','))
export const formatLabels = (labels: readonly string[]): string =>
  labels.map((label) => label.replaceAll(',', '%2C')).join(',')

import { type Header, listHeaders } from '@plumbline/contract/bim/bim'
import type { ReplyOf } from '@plumbline/contract/http'
import { buildCustomKey, type CustomFieldKey, parseCustomKey } from '@plumbline/contract/issues/custom-keys'
import { decimalPresence, dueFilters, getDecimalFilter } from '@plumbline/contract/issues/filter'
import {
  buildRecord,
  fieldsIn,
  isFieldOf,
  issueFieldList,
  issuePriorities,
} from '@plumbline/contract/issues/issue-fields'
import { issueSources, issueStatuses } from '@plumbline/contract/issues/issues'
import { type getIssueStat, listLabels } from '@plumbline/contract/issues/lists'
import { listLevels, listSections } from '@plumbline/contract/projects/projects'
import { useIsFirstPageRead } from '../../api/first-page.ts'
import { useRead } from '../../api/query.ts'
import { useTradeWords } from '../../projects/vocabulary.tsx'
import type { Option } from '../../ui/Select.tsx'
import { useStatusNames } from '../../ui/status-names.ts'
import { useUiText } from '../../ui/text.tsx'
import { shortDate } from '../../users/dates.ts'
import { useCustomFields } from '../custom-fields/use-custom-fields.ts'
import { useConditionWords } from '../custom-fields/use-custom-options.ts'
import { formatWithUnit, useChoiceWords, useListedFieldLabels } from '../field-names.ts'
import { useListText } from '../list/text.ts'
import { useIssueText } from '../text.ts'
import { usePeople } from '../use-people.ts'
import { useTypeWords } from '../use-type-words.ts'
import {
  type AnyFilterField,
  dayFilterParams,
  type FilterField,
  isBuiltIn,
  isDayField,
  isListField,
  type ListFilterField,
  listFilterParams,
} from './filter-fields.ts'
import { type IssueFilterParams, listNegated, parseFilterValues, parseLabels } from './issue-query.ts'

type IssueStat = ReplyOf<typeof getIssueStat>

const byId = (counts: IssueStat['by_level']) =>
  Object.fromEntries(counts.map(({ id, total }) => [id ?? 'none', total]))

/** Extracts the number of issues per value from the statistics, for the fields they cover. */
export const countsByField: Partial<
  Record<ListFilterField, (stat: IssueStat) => Partial<Record<string, number>>>
> = {
  status: (stat) => stat.by_status,
  priority: (stat) => stat.by_priority,
  type: (stat) => stat.by_type,
  trade: (stat) => stat.by_trade,
  level: (stat) => byId(stat.by_level),
  section: (stat) => byId(stat.by_section),
  assignee: (stat) => byId(stat.by_assignee),
}

/** The files of a project as a flat list: the endpoint groups them only on request. */
function useProjectFiles(projectId: string, enabled: boolean): Header[] {
  const { data } = useRead(listHeaders, { params: { id: projectId } }, { silent: true, enabled })
  return (data ?? []) as Header[]
}

const namesOf = (places: readonly { id: string; name: string }[] | undefined): Option[] =>
  (places ?? []).map(({ id, name }) => ({ value: id, label: name }))

const nameOptions = <T extends string>(values: readonly T[], names: Record<T, string>): Option[] =>
  values.map((value) => ({ value, label: names[value] }))

/** The options of the values that a project names itself. */
function useTermOptions() {
  const types = useTypeWords()
  const trades = useTradeWords()
  return {
    options: {
      type: nameOptions(types.all, types.names),
      trade: nameOptions(trades.all, trades.names),
      status: nameOptions(issueStatuses, useStatusNames()),
    },
    /** whether a value is shown even if no issue has it */
    isOffered: (field: ListFilterField, value: string): boolean =>
      field === 'type' ? types.isOffered(value) : field !== 'trade' || trades.isOffered(value),
  }
}

/** The people, places, labels and files that a filter offers; labels and files are read after the first page. */
function useListedData(projectId: string, filter: IssueFilterParams) {
  const params = { id: projectId }
  const people = usePeople(projectId)
  const { data: levels } = useRead(listLevels, { params }, { silent: true })
  const { data: sections } = useRead(listSections, { params }, { silent: true })
  const isFirstPageRead = useIsFirstPageRead()
  const isNeeded = (field: 'label' | 'model') => isFirstPageRead || Boolean(filter[listFilterParams[field]])
  const { data: labels } = useRead(listLabels, { params }, { silent: true, enabled: isNeeded('label') })
  const files = useProjectFiles(projectId, isNeeded('model'))
  const unread: Partial<Record<ListFilterField, boolean>> = {
    assignee: people.isUnread,
    author: people.isUnread,
    watcher: people.isUnread,
    level: !levels,
    section: !sections,
    label: !labels,
    model: !files,
  }
  return { people, levels, sections, labels, files, unread }
}

/** Display names of filter fields and values, and the options of each field. */
export function useFilterLabels(projectId: string, filter: IssueFilterParams) {
  const text = useListText()
  const issues = useIssueText()
  const choiceWords = useChoiceWords()
  const listedLabels = useListedFieldLabels()
  const uiText = useUiText()
  const terms = useTermOptions()
  const { people, levels, sections, labels, files, unread } = useListedData(projectId, filter)
  const named = (values: readonly string[], names: Record<string, string>): Option[] =>
    values.map((value) => ({ value, label: names[value] ?? value }))
  const me = { value: 'me', label: text.me }
  const without = (label: string) => ({ value: 'none', label })
  const options: Record<ListFilterField, Option[]> = {
    ...buildRecord(fieldsIn('filter', 'choice'), (field) =>
      named(issueFieldList[field].values, choiceWords[field]),
    ),
    ...terms.options,
    priority: named([...issuePriorities].reverse(), uiText.priority),
    source: named(issueSources, text.sources),
    assignee: [me, without(issues.nobody), ...people.all],
    author: [me, ...people.all],
    watcher: [me, ...people.all],
    level: [...namesOf(levels), without(issues.noLevel)],
    section: [...namesOf(sections), without(text.noSection)],
    label: (labels ?? []).map(({ label }) => ({ value: label, label })),
    model: namesOf(files),
  }
  const own = useCustomFields(projectId)
  const sayConditions = useConditionWords(projectId)
  const getOwn = (field: CustomFieldKey) => own.byId.get(parseCustomKey(field) ?? '')
  const day = (text?: string) => (text ? shortDate(text) : '')

  /** The chosen values as text for the field's chip. */
  function chosen(field: AnyFilterField, filter: IssueFilterParams): string {
    if (!isBuiltIn(field)) {
      const ownField = getOwn(field)
      return ownField ? sayConditions(ownField, filter.custom_fields ?? '') : ''
    }
    if (isListField(field)) {
      const values =
        field === 'label' ? parseLabels(filter) : parseFilterValues(filter, listFilterParams[field])
      const said = values.map(
        (value) =>
          options[field].find((option) => option.value === value)?.label ??
          (unread[field] ? '…' : text.unknown),
      )
      const all = said.length > 2 ? text.andMore(said[0] ?? '', said.length - 1) : said.join(', ')
      return listNegated(filter).includes(listFilterParams[field]) ? text.not(all) : all
    }
    if (isFieldOf('decimal', field)) {
      const [presence, ...bounds] = getDecimalFilter(field)
      const [from, to] = bounds.map((name) => filter[name] && formatWithUnit(field, Number(filter[name])))
      const present = decimalPresence.find((each) => each === filter[presence])
      return present
        ? text.presence[present]
        : [from && `≥ ${from}`, to && `≤ ${to}`].filter(Boolean).join(' ')
    }
    if (!isDayField(field)) return filter[field] ?? ''
    const [from, to] = dayFilterParams[field].map((name) => day(filter[name]))
    const due = field === 'due' ? dueFilters.filter((each) => each === filter.due) : []
    const span = from || to ? [text.span(from ?? '', to ?? '')] : []
    return [...due.map((each) => text.due[each]), ...span].join(', ')
  }
  const names: Record<FilterField, string> = { ...listedLabels, ...text.fields }
  return {
    options,
    isOffered: terms.isOffered,
    isUnread: (field: ListFilterField) => unread[field] ?? false,
    chosen,
    own: own.offered.map(({ id }) => buildCustomKey(id)),
    getOwn,
    name: (field: AnyFilterField): string =>
      isBuiltIn(field) ? names[field] : (getOwn(field)?.name ?? text.unknown),
  }
}
export type FilterLabels = ReturnType<typeof useFilterLabels>

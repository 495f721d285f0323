import { englishFieldNames } from '@plumbline/contract/issues/field-names'
import {
  type FieldAlias,
  type FieldOf,
  getFieldAlias,
  getFieldSpec,
  type IssueFieldName,
  issueFieldNames,
} from '@plumbline/contract/issues/issue-fields'
import { catalogue, language } from '../base/language.ts'
import { useTradeWords } from '../projects/vocabulary.tsx'
import { useUiText } from '../ui/text.tsx'
import { useDetailText } from './detail/text.ts'
import { useTypeWords } from './use-type-words.ts'

export const useFieldNames = catalogue('issueFieldNames', englishFieldNames)

type ListedName = FieldAlias<IssueFieldName> | 'status'

/** The labels of fields by their names in lists. */
export function useListedFieldLabels(): Record<ListedName, string> {
  const names = useFieldNames()
  const labels = issueFieldNames.map((field) => [getFieldAlias(field), names[field][0]])
  return { ...Object.fromEntries(labels), status: names.status[0] } as Record<ListedName, string>
}

/** The words for the values of each choice, in the open project. */
export function useChoiceWords(): Record<FieldOf<'choice'>, Record<string, string>> {
  return {
    priority: useUiText().priority,
    trade: useTradeWords().names,
    type: useTypeWords().names,
    visibility: useDetailText().visibilities,
  }
}

/** A number in the person's language; the units are international symbols. */
export const formatDecimal = (value: number): string =>
  new Intl.NumberFormat(language.read().locale).format(value)
export const formatWithUnit = (field: FieldOf<'decimal'>, value: number): string =>
  `${formatDecimal(value)} ${getFieldSpec(field).unit}`

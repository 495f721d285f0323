import type { CustomField } from '@plumbline/contract/issues/custom-fields'
import { shortDate } from '../../users/dates.ts'
import { formatDecimal } from '../field-names.ts'
import { useListText } from '../list/text.ts'
import { usePeople } from '../use-people.ts'
import { getConditions } from './custom-filter-state.ts'
import { useCustomFieldsText } from './text.ts'

const NONE = 'none'

/** Returns a function that lists the values of a field which a filter offers. */
export function useCustomOptions(projectId: string) {
  const text = useCustomFieldsText()
  const { me } = useListText()
  const { all } = usePeople(projectId)
  const none = { value: NONE, label: text.nothing }
  return ({ kind, choices }: CustomField) => {
    if (kind === 'CHECKBOX')
      return [
        { value: 'true', label: text.yes },
        { value: NONE, label: text.no },
      ]
    if (kind === 'PERSON') return [{ value: 'me', label: me }, none, ...all]
    return [...choices.map(({ id, name }) => ({ value: id, label: name })), none]
  }
}

/** Returns a function that describes a field's filter condition, for its chip. */
export function useConditionWords(projectId: string) {
  const text = useListText()
  const listOptions = useCustomOptions(projectId)
  return (field: CustomField, filter: string): string => {
    const { any, not, from, to, contains } = getConditions(filter, field.id)
    const isList = field.kind === 'CHOICE' || field.kind === 'PERSON' || field.kind === 'CHECKBOX'
    if (!isList && (any || not)) return text.presence[any ? 'none' : 'any']
    const values = any ?? not
    if (values) {
      const options = listOptions(field)
      const said = values.map(
        (value) => options.find((option) => option.value === value)?.label ?? text.unknown,
      )
      const all = said.length > 2 ? text.andMore(said[0] ?? '', said.length - 1) : said.join(', ')
      return not ? text.not(all) : all
    }
    if (contains) return `“${contains.join()}”`
    const format = ([bound = '']: string[]) =>
      field.kind === 'DATE' ? shortDate(bound) : formatDecimal(Number(bound))
    return [from && `≥ ${format(from)}`, to && `≤ ${format(to)}`].filter(Boolean).join(' ')
  }
}

import { CustomFilterValues } from '../custom-fields/CustomFilterValues.tsx'
import { FilterValues } from './FilterValues.tsx'
import { type AnyFilterField, isBuiltIn } from './filter-fields.ts'
import type { IssueFilterParams } from './issue-query.ts'
import type { FilterLabels } from './use-filter-labels.ts'

interface PickerProps {
  projectId: string
  words: FilterLabels
  filter: IssueFilterParams
  onChange: (changes: IssueFilterParams) => void
  field: AnyFilterField
}

/** The value picker of a built-in field or of a custom field. */
export default function FilterValuePicker({ field, ...props }: PickerProps) {
  if (isBuiltIn(field)) return <FilterValues {...props} field={field} />
  const own = props.words.getOwn(field)
  return (
    own && (
      <CustomFilterValues
        projectId={props.projectId}
        field={own}
        filter={props.filter.custom_fields ?? ''}
        onChange={(custom_fields) => props.onChange({ custom_fields })}
      />
    )
  )
}

import { Combobox } from './Combobox.tsx'
import { Select } from './Select.tsx'

/** the longest list of a Select, which renders all of its options */
const MAX_OPTIONS = 60

/**
 * A Select of options that people add to a project, such as levels and members; where there are very many, a Combobox with
 * the same props.
 *
 *     <Field name="level_id" label="Level"><OptionPicker options={levels} /></Field>
 */
export function OptionPicker<V extends string>({ size, ...props }: Parameters<typeof Select<V>>[0]) {
  return props.options.length > MAX_OPTIONS ? (
    <Combobox savesAtOnce {...props} />
  ) : (
    <Select size={size} {...props} />
  )
}

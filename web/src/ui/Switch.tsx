import { Field as BaseField } from '@base-ui/react/field'
import { Switch as BaseSwitch } from '@base-ui/react/switch'

/**
 * A switch for a setting that applies at once. Inside a form use Checkbox.
 *
 *     <Switch label="Keyboard shortcuts" checked={on} onChange={setOn} help="Single keys, such as C for a new issue" />
 */
export function Switch(props: {
  name?: string
  label: string
  help?: string
  checked?: boolean
  defaultChecked?: boolean
  onChange?: (checked: boolean) => void
  disabled?: boolean
}) {
  return (
    <BaseField.Root name={props.name} data-field={props.name} disabled={props.disabled}>
      <BaseField.Label className="flex items-center justify-between gap-4 py-1 data-disabled:text-text-muted pointer-coarse:min-h-11">
        <span>
          {props.label}
          {props.help && <span className="block text-12 text-text-muted">{props.help}</span>}
        </span>
        <BaseSwitch.Root
          checked={props.checked}
          defaultChecked={props.defaultChecked}
          onCheckedChange={props.onChange}
          className="touch-target inline-flex h-5 w-9 flex-none items-center rounded-full border border-line-strong bg-sunken px-0.5 transition-colors data-checked:border-text data-checked:bg-text data-disabled:border-line"
        >
          <BaseSwitch.Thumb className="size-3.5 rounded-full bg-line-strong transition-[translate,background-color] data-checked:translate-x-4 data-checked:bg-surface rtl:data-checked:-translate-x-4" />
        </BaseSwitch.Root>
      </BaseField.Label>
    </BaseField.Root>
  )
}

import { createContext, use } from 'react'

/** The draft of one form while it is on screen. */
export interface FormDraft {
  /** the values with which the form began, by field */
  restored: Readonly<Record<string, unknown>>
  keep: (field: string, value: unknown) => void
  /** `reset` is called when the person discards the draft; returns how to stop that */
  onDiscard: (reset: () => void) => () => void
}

interface FormState {
  /** the promise of onSubmit is not settled yet */
  busy: boolean
  /** tells the form's summary what a field is called; returns how to take it back */
  nameField: (name: string, label: string) => () => void
  /** one sentence when the value of a field, with the rest of the form, is not acceptable */
  check: (name: string, values: Record<string, unknown>) => string | null
  /** null: the form keeps nothing */
  draft: FormDraft | null
}

export const FormContext = createContext<FormState | null>(null)

/** Whether the surrounding Form is being submitted; false outside a form. */
export function useFormBusy(): boolean {
  return use(FormContext)?.busy ?? false
}

/** What a control must know of the Field around it. */
export const FieldContext = createContext<{ required: boolean; name: string | undefined }>({
  required: false,
  name: undefined,
})

/** `aria-required` for a control: never the native attribute, whose message would speak the browser's language. */
export function useRequired(): { 'aria-required'?: true } {
  return use(FieldContext).required ? { 'aria-required': true } : {}
}

import { createContext, use } from 'react'

/** The draft of a mounted form. */
export interface FormDraft {
  /** the stored value of a field; undefined without one */
  read: (field: string) => unknown
  /** the value that a controlled field had when it was first mounted in this form, given its present one */
  findInitial: (field: string, value: unknown) => unknown
  keep: (field: string, value: unknown) => void
  /** registers a reset for when the draft is discarded; returns the unregister function */
  onDiscard: (reset: () => void) => () => void
}

interface FormState {
  /** true until the promise of onSubmit settles */
  busy: boolean
  /** registers a field's label for the error summary; returns the unregister function */
  nameField: (name: string, label: string) => () => void
  /** validates one field within the form; the error message, or nothing */
  check: (name: string, values: Record<string, unknown>) => string | null
  /** null: the form stores no draft */
  draft: FormDraft | null
}

export const FormContext = createContext<FormState | null>(null)

/** True while the surrounding Form is being submitted; false outside a form. */
export function useFormBusy(): boolean {
  return use(FormContext)?.busy ?? false
}

/** Data that a control reads from its Field. */
export const FieldContext = createContext<{ required: boolean; name: string | undefined }>({
  required: false,
  name: undefined,
})

/** `aria-required` for a control instead of the native attribute, whose message uses the browser's language. */
export function useRequired(): { 'aria-required'?: true } {
  return use(FieldContext).required ? { 'aria-required': true } : {}
}

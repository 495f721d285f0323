import { createContext, use, useEffect, useRef, useState } from 'react'
import { FieldContext, FormContext } from './form-context.ts'

/** Storage for form drafts; null in the context: drafts are not stored. */
export interface FormDraftStore {
  /** '' without a draft */
  read: (name: string) => string
  /** '' deletes it */
  write: (name: string, text: string) => void
  /** deletes it when it has been sent, and leaves it out of `read` until then; it stays when `sent` fails or is false */
  send: (name: string, sent: Promise<unknown>) => void
}

export const FormDraftContext = createContext<FormDraftStore | null>(null)

export function parseDraftValues(text: string): Record<string, unknown> {
  try {
    const values: unknown = JSON.parse(text)
    return typeof values === 'object' && values !== null && !Array.isArray(values)
      ? (values as Record<string, unknown>)
      : {}
  } catch {
    return {}
  }
}

interface Control<V> {
  value?: V
  defaultValue?: V
  onChange?: ((value: V) => void) | undefined
}

export const isString = (value: unknown): value is string => typeof value === 'string'
/** Accepts any value while the options are still loading. */
export const isOneOf = (options: readonly { value: string }[]) => (value: unknown) =>
  value === null ||
  (isString(value) && (options.length === 0 || options.some((each) => each.value === value)))
export const isNumberOrNull = (value: unknown): value is number | null =>
  value === null || typeof value === 'number'
export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'
export const isStringList = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every(isString)

/**
 * Wires a control to the form's draft: its initial value comes from the draft, whenever it is mounted, and changes are
 * stored there. `fits` rejects stored values of another type. A control that is a field by itself passes its `name`.
 */
export function useDraftValue<V>(
  props: Control<V>,
  fits: (value: unknown) => boolean,
  name: string | undefined = undefined,
): Control<V> {
  const inField = use(FieldContext).name
  const draft = use(FormContext)?.draft
  const field = name ?? inField
  const [restored] = useState(() => (draft && field ? draft.read(field) : undefined))
  const isRestored = restored !== undefined && fits(restored)
  const isControlled = props.value !== undefined
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is restored once, on mount
  useEffect(() => {
    if (!draft || !field || !isControlled) return
    const initial = draft.findInitial(field, props.value) as V
    if (!isRestored) return
    // a field that was away for a while may have an owner that still holds its latest value
    if (Object.is(props.value, initial)) props.onChange?.(restored as V)
    return draft.onDiscard(() => latest.current.onChange?.(initial))
  }, [])
  return {
    value: props.value,
    defaultValue: isRestored ? (restored as V) : props.defaultValue,
    onChange: (value) => {
      if (draft && field) draft.keep(field, value)
      props.onChange?.(value)
    },
  }
}

/**
 * Stores values that code sets in a controlled field while nobody types: an address picked next to it, or the addresses left
 * after the others were sent. An emptied field is left to the Form, which deletes the whole draft after sending.
 */
export function KeepInDraft({ field, value }: { field: string; value: string }): null {
  const draft = use(FormContext)?.draft
  const last = useRef(value)
  useEffect(() => {
    if (value !== last.current && value !== '') draft?.keep(field, value)
    last.current = value
  }, [draft, field, value])
  return null
}

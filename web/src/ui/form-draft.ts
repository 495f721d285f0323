import { createContext, use, useEffect, useRef } from 'react'
import { FieldContext, FormContext } from './form-context.ts'

/** Where forms keep what is typed and not sent; null: nowhere. */
export interface FormDraftStore {
  /** '' without a draft */
  read: (name: string) => string
  /** '' removes it */
  write: (name: string, text: string) => void
}

export const FormDraftContext = createContext<FormDraftStore | null>(null)

export function readDraftValues(text: string): Record<string, unknown> {
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

export const isText = (value: unknown): value is string => typeof value === 'string'
/** Of options that have not arrived yet any may be right. */
export const isOneOf = (options: readonly { value: string }[]) => (value: unknown) =>
  value === null || (isText(value) && (options.length === 0 || options.some((each) => each.value === value)))
export const isNumberOrNull = (value: unknown): value is number | null =>
  value === null || typeof value === 'number'
export const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
export const isTextList = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText)

/**
 * A control's value, default and handler, with which it begins with the value of the form's draft and keeps changes in it.
 * `fits` refuses a kept value of another kind. A control that is a field of its own gives its `name`.
 */
export function useDraftValue<V>(
  props: Control<V>,
  fits: (value: unknown) => boolean,
  name: string | undefined = undefined,
): Control<V> {
  const inField = use(FieldContext).name
  const draft = use(FormContext)?.draft
  const field = name ?? inField
  const restored = draft && field ? draft.restored[field] : undefined
  const isRestored = restored !== undefined && fits(restored)
  const isControlled = props.value !== undefined
  const latest = useRef(props)
  useEffect(() => {
    latest.current = props
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is restored once, when its form appears
  useEffect(() => {
    if (!draft || !isRestored || !isControlled) return
    const before = props.value as V
    props.onChange?.(restored as V)
    return draft.onDiscard(() => latest.current.onChange?.(before))
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

import { Form as BaseForm } from '@base-ui/react/form'
import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { Button } from './Button.tsx'
import { cx } from './cx.ts'
import { DialogContext } from './dialog-context.ts'
import { FormContext, type FormDraft } from './form-context.ts'
import { FormDraftContext, parseDraftValues } from './form-draft.ts'
import { type FormSchema, readForm } from './form-values.ts'
import { useUiText } from './text.tsx'

/** Errors by field name; '' is the form as a whole. */
type FieldErrors = Record<string, string>

export interface FormProps<T> {
  /** the schema of the contract; the `name` of each Field is a key of it */
  schema: FormSchema<T>
  /**
   * Receives the parsed values and the `draftBase` stored with the draft. The submit button shows a spinner until its
   * promise settles; `false` or a rejection means that nothing was sent.
   */
  onSubmit: (values: T, draftBase: unknown) => unknown
  /**
   * Name under which typed values are stored on the device until `onSubmit` resolves or the person discards them: they
   * survive a refusal, a lost connection, the end of the session and a reload.
   */
  draft?: string
  /** the values before editing, stored with the draft as JSON */
  draftBase?: unknown
  /** values that the schema needs and no field provides */
  fixed?: Record<string, unknown>
  /** refusals of the server by field, shown at the fields and in the summary */
  errors?: FieldErrors
  /** one error message above the form: 'Bad credentials' */
  problem?: ReactNode
  children: ReactNode
  className?: string
  'aria-label'?: string
}

/**
 * A form validated by a schema: each field on blur, all on submit, which is never disabled. Errors are summarized above
 * the fields, and the summary takes the focus. Ctrl Enter submits from anywhere. A rejected `onSubmit` only ends the
 * pending state: the caller reports the failure through `errors`, `problem` or a toast.
 *
 *     <Form schema={issues.createIssue.body} onSubmit={create} errors={refused}>
 *       <Field name="name" label="Title" required><Input /></Field> <FormActions>…</FormActions> </Form>
 */
export function Form<T>(props: FormProps<T>) {
  const [discarded, setDiscarded] = useState(0)
  // another draft remounts the fields
  return (
    <FormFields
      {...props}
      key={`${discarded} ${props.draft ?? ''}`}
      onDiscarded={() => setDiscarded((count) => count + 1)}
    />
  )
}

/** The key for storing `draftBase` together with the fields. */
const BASE = ' base'

/** The stored draft of a form; null when it has no draft name. */
function useDraft(name: string | undefined, base: unknown) {
  const store = use(FormDraftContext)
  const onDialogDiscard = use(DialogContext)?.onDiscard
  const [restored] = useState(() => (name && store ? parseDraftValues(store.read(name)) : {}))
  const values = useRef(restored)
  const initial = useRef(new Map<string, unknown>())
  const resets = useRef(new Set<() => void>())
  const forget = useCallback(() => {
    values.current = {}
    if (name) store?.write(name, '')
  }, [name, store])
  useEffect(() => onDialogDiscard?.(forget), [onDialogDiscard, forget])
  const draft = useMemo((): FormDraft | null => {
    if (!name || !store) return null
    return {
      read: (field) => values.current[field],
      findInitial: (field, value) => {
        if (!initial.current.has(field)) initial.current.set(field, value)
        return initial.current.get(field)
      },
      keep: (field, value) => {
        values.current = { [BASE]: base, ...values.current, [field]: value }
        store.write(name, JSON.stringify(values.current))
      },
      onDiscard: (reset) => {
        resets.current.add(reset)
        return () => void resets.current.delete(reset)
      },
    }
  }, [name, store, base])
  const discard = () => {
    forget()
    for (const reset of resets.current) reset()
  }
  /** Deletes the stored values once they are sent; later input is another draft. */
  const send = (sent: Promise<unknown>) => {
    if (name) store?.send(name, sent)
    const begin = (answer: unknown) => {
      if (answer !== false) values.current = {}
    }
    sent.then(begin, () => undefined)
  }
  return {
    draft,
    send,
    discard,
    isRestored: Object.keys(restored).length > 0,
    base: restored[BASE] ?? base,
  }
}

function FormFields<T>({
  schema,
  onSubmit,
  fixed,
  errors,
  problem,
  draft: draftName,
  draftBase,
  onDiscarded,
  children,
  ...rest
}: FormProps<T> & { onDiscarded: () => void }) {
  const text = useUiText()
  const { draft, send, discard, isRestored, base } = useDraft(draftName, draftBase)
  const [isSent, setIsSent] = useState(false)
  const labels = useRef(new Map<string, string>())
  const submitting = useRef(false)
  const [pending, setPending] = useState(0)
  const [shown, setShown] = useState<FieldErrors>({})
  const [summary, setSummary] = useState<FieldErrors>({})

  const refused = JSON.stringify(errors ?? {})
  const [lastRefused, setLastRefused] = useState('{}')
  if (refused !== lastRefused) {
    setLastRefused(refused)
    setShown(errors ?? {})
    setSummary(errors ?? {})
  }

  const nameField = useCallback((name: string, label: string) => {
    labels.current.set(name, label)
    return () => void labels.current.delete(name)
  }, [])
  const check = useCallback(
    (name: string, values: Record<string, unknown>) => {
      const empty = values[name] === '' || values[name] === null || values[name] === undefined
      if (submitting.current || empty) return null
      const reading = readForm(schema, { ...values, ...fixed })
      const issue = reading.ok ? undefined : reading.issues.get(name)
      return issue ? text.fieldIssue(issue) : null
    },
    [schema, fixed, text],
  )
  const context = useMemo(
    () => ({ busy: pending > 0, nameField, check, draft }),
    [pending, nameField, check, draft],
  )

  // Base UI blocks submitting while a field shows an error; here every submit validates again
  function beforeSubmit(event: FormEvent) {
    if (pending > 0) {
      event.preventDefault()
      event.stopPropagation()
      return
    }
    submitting.current = true
    flushSync(() => setShown({}))
  }
  function submit(values: Record<string, unknown>) {
    submitting.current = false
    // Base UI focuses the first field of the next set of errors; an empty set uses that up
    flushSync(() => setShown({}))
    const reading = readForm(schema, { ...values, ...fixed })
    if (!reading.ok) {
      const found = Object.fromEntries(
        [...reading.issues].map(([name, issue]) => [name, text.fieldIssue(issue)]),
      )
      setShown(found)
      setSummary(found)
      return
    }
    setSummary({})
    const outcome = onSubmit(reading.values, base)
    if (!(outcome instanceof Promise)) return
    setPending((count) => count + 1)
    send(outcome)
    const settled = () => setPending((count) => count - 1)
    outcome.then((sent) => {
      if (sent !== false) setIsSent(true)
      settled()
    }, settled)
  }
  function submitOnCtrlEnter(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    event.preventDefault()
    event.currentTarget.requestSubmit()
  }

  return (
    <BaseForm
      {...rest}
      validationMode="onBlur"
      errors={shown}
      onSubmitCapture={beforeSubmit}
      onFormSubmit={submit}
      onKeyDown={submitOnCtrlEnter}
      className={cx('flex flex-col gap-2', rest.className)}
    >
      {problem && (
        <p role="alert" className="mb-3 rounded-control bg-danger-soft px-3 py-2 text-danger">
          {problem}
        </p>
      )}
      {isRestored && !isSent && (
        <p
          role="status"
          className="mb-3 flex flex-wrap items-center gap-2 rounded-control bg-sunken px-3 py-1.5"
        >
          <span className="me-auto">{text.draftRestored}</span>
          <Button
            size="small"
            look="ghost"
            onClick={() => {
              discard()
              onDiscarded()
            }}
          >
            {text.discard}
          </Button>
        </p>
      )}
      <ErrorSummary errors={summary} labels={labels.current} />
      <FormContext value={context}>{children}</FormContext>
    </BaseForm>
  )
}

function ErrorSummary(props: { errors: FieldErrors; labels: Map<string, string> }) {
  const text = useUiText()
  const box = useRef<HTMLDivElement>(null)
  const entries = Object.entries(props.errors)
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new set of errors moves the focus
  useEffect(() => box.current?.focus(), [props.errors])
  if (entries.length === 0) return null

  function focusField(name: string) {
    const field = box.current?.closest('form')?.querySelector(`[data-field="${CSS.escape(name)}"]`)
    field?.querySelector<HTMLElement>('input:not([aria-hidden]), textarea, button, [tabindex="0"]')?.focus()
  }
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="mb-3 rounded-control bg-danger-soft px-3 py-2 text-danger"
    >
      <p className="font-semibold">{text.checkFields(entries.length)}</p>
      <ul>
        {entries.map(([name, message]) => (
          <li key={name}>
            {props.labels.has(name) ? (
              <button
                type="button"
                className="touch-target min-h-6 rounded-mark text-start underline decoration-current/40 underline-offset-3 hover:decoration-current"
                onClick={() => focusField(name)}
              >
                {text.inField(props.labels.get(name) ?? name, message)}
              </button>
            ) : (
              message
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The buttons at the end of a form, the primary one first. `<FormActions><Button type="submit">…` */
export function FormActions(props: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-2 pt-3">{props.children}</div>
}

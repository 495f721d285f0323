import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { cx } from '../../ui/cx.ts'
import { DatePicker } from '../../ui/DatePicker.tsx'

/** debounce: a pause this long means that the date is typed completely */
const TYPING_MS = 1200

/**
 * State of a field being typed: the typed value, undefined before, and the value at the start as the base for conflict
 * detection.
 */
function useTypedValue<T>(value: T | null) {
  const [typed, setTyped] = useState<T | null>()
  const [began, setBegan] = useState(value)
  return {
    shown: typed === undefined ? value : typed,
    typed,
    began,
    type(next: T | null) {
      if (typed === undefined) setBegan(value)
      setTyped(next)
    },
    done: () => setTyped(undefined),
  }
}

/** Saves when the field unmounts with its screen, as on Back: a removed element gets no blur event. */
function useSaveOnLeave(save: () => void) {
  const saveLast = useEffectEvent(save)
  useEffect(() => () => saveLast(), [])
}

interface TypedProps<T> {
  value: T | null
  /** `began`: the value when typing began */
  onSave: (value: T | null, began: T | null) => void
}

/** A day, saved with a debounce: a date being typed passes through other valid dates, such as the year 2. */
export function DayValue({ value, onSave, disabled }: TypedProps<string> & { disabled: boolean }) {
  const { shown, typed, began, type, done } = useTypedValue(value)
  const saveValue = useEffectEvent(() => {
    if (typed === undefined) return
    done()
    const day = typed || null
    const plausible = day === null || day > '1900'
    if (plausible && day !== began) onSave(day, began)
  })
  // an empty day may be one that is half typed
  useSaveOnLeave(() => typed && saveValue())
  useEffect(() => {
    if (!typed) return
    const timer = setTimeout(saveValue, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: receives the blur of the field inside
    <div onBlur={() => saveValue()}>
      <DatePicker
        disabled={disabled}
        value={shown ?? ''}
        onChange={type}
        className={cx('w-full', !shown && 'not-focus:text-text-faint')}
      />
    </div>
  )
}

/** A line or a number, saved on blur or Enter. */
export function TypedValue<T extends string | number>({
  value,
  onSave,
  children,
}: TypedProps<T> & { children: (value: T | null, type: (value: T | null) => void) => ReactNode }) {
  const { shown, typed, began, type, done } = useTypedValue<T>(value)
  const saveValue = () => {
    if (typed === undefined) return
    done()
    const next = typeof typed === 'string' ? ((typed.trim() || null) as T | null) : typed
    if (next !== began) onSave(next, began)
  }
  useSaveOnLeave(saveValue)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: receives the blur and Enter of the control inside
    <div onBlur={saveValue} onKeyDown={(event) => event.key === 'Enter' && saveValue()}>
      {children(shown, type)}
    </div>
  )
}

import { useEffect, useState } from 'react'
import { Select } from '../ui/Select.tsx'
import { Toasts } from '../ui/Toasts.tsx'
import { englishUiText, UiTextProvider } from '../ui/text.tsx'
import { ActionExamples } from './ActionExamples.tsx'
import { ChartExamples } from './ChartExamples.tsx'
import { ChoiceExamples } from './ChoiceExamples.tsx'
import { FeedbackExamples } from './FeedbackExamples.tsx'
import { FormExamples } from './FormExamples.tsx'
import { ListExamples } from './ListExamples.tsx'
import { OverlayExamples } from './OverlayExamples.tsx'
import { WriteExample } from './WriteExample.tsx'

const themes = [
  { value: 'system', label: 'Theme of the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const
const directions = [
  { value: 'ltr', label: 'Left to right' },
  { value: 'rtl', label: 'Right to left' },
] as const
const widths = [
  { value: 'full', label: 'Full width' },
  { value: '360', label: '360 px' },
] as const

/** State of a gallery setting, stored in the URL so that tests and shared links reproduce it. */
function useAddress<V extends string>(
  name: string,
  values: readonly { value: V }[],
): [V, (value: V | null) => void] {
  const first = values[0]?.value as V
  const [value, setValue] = useState<V>(() => {
    const given = new URLSearchParams(location.search).get(name)
    return values.find((entry) => entry.value === given)?.value ?? first
  })
  function choose(next: V | null) {
    const params = new URLSearchParams(location.search)
    params.set(name, next ?? first)
    history.replaceState(null, '', `?${params}`)
    setValue(next ?? first)
  }
  return [value, choose]
}

/** Development page with every UI component in all its states, for review, accessibility checks and screenshots. */
export function Gallery() {
  const [theme, setTheme] = useAddress('theme', themes)
  const [direction, setDirection] = useAddress('dir', directions)
  const [width, setWidth] = useAddress('width', widths)
  useEffect(() => {
    document.documentElement.dir = direction
    if (theme === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = theme
  }, [theme, direction])

  return (
    <UiTextProvider text={englishUiText} direction={direction}>
      <header className="flex flex-wrap items-center gap-3 border-line border-b bg-surface px-4 py-3">
        <h1 className="me-auto font-semibold text-20">Components</h1>
        <Select aria-label="Theme" options={themes} value={theme} onChange={setTheme} className="w-48" />
        <Select
          aria-label="Direction"
          options={directions}
          value={direction}
          onChange={setDirection}
          className="w-36"
        />
        <Select aria-label="Width" options={widths} value={width} onChange={setWidth} className="w-32" />
      </header>
      <main className="mx-auto max-w-240 px-4 pb-16" style={width === '360' ? { maxWidth: 360 } : undefined}>
        <ActionExamples />
        <FormExamples />
        <ChoiceExamples />
        <OverlayExamples />
        <ListExamples />
        <WriteExample />
        <ChartExamples />
        <FeedbackExamples />
      </main>
      <Toasts />
    </UiTextProvider>
  )
}

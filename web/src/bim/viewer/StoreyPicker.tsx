import { Suspense, useMemo } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Select } from '../../ui/Select.tsx'
import { useSession, useSessionState } from './ModelCanvas.tsx'
import { ALL_STOREYS, listStoreyOptions, MOST_LISTED } from './storey-options.ts'
import { mergeStoreys } from './storeys.ts'
import { useViewerText } from './text.ts'

const StoreySearch = lazyPart(async () => ({
  default: (await import('./StoreySearch.tsx')).StoreySearch,
}))

/** Select that isolates a storey in 3D, or switches the floor plan while one is shown. */
export function StoreyPicker() {
  const text = useViewerText()
  const session = useSession()
  const { models, storey } = useSessionState()
  const storeys = useMemo(() => mergeStoreys(models), [models])
  if (storeys.length === 0) return null
  const props = {
    'aria-label': text.storey,
    value: storey ?? ALL_STOREYS,
    onChange: (name: string | null) => session.tools.showStorey(name === ALL_STOREYS ? null : name),
  }
  const names = storeys.map(({ name }) => name)
  if (names.length > MOST_LISTED)
    return (
      <Suspense>
        <StoreySearch {...props} names={names} className="w-44 max-md:w-41 shadow-float" />
      </Suspense>
    )
  return (
    <Select
      {...props}
      className="min-w-32 max-w-44 max-md:min-w-0 max-md:max-w-41 border-line bg-raised shadow-float"
      options={listStoreyOptions(names, text.allStoreys)}
    />
  )
}

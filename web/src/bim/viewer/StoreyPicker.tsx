import { Select } from '../../ui/Select.tsx'
import { useSession, useSessionState } from './ModelCanvas.tsx'
import { mergeStoreys } from './storeys.ts'
import { useViewerText } from './text.ts'

const ALL = '*'

/** Select that isolates a storey in 3D, or switches the floor plan while one is shown. */
export function StoreyPicker() {
  const text = useViewerText()
  const session = useSession()
  const { models, storey } = useSessionState()
  const storeys = mergeStoreys(models)
  if (storeys.length === 0) return null
  return (
    <Select
      aria-label={text.storey}
      className="min-w-32 max-w-44 max-md:min-w-0 max-md:max-w-41 border-line bg-raised shadow-float"
      options={[
        { value: ALL, label: text.allStoreys },
        ...storeys.map(({ name }) => ({ value: name, label: name })),
      ]}
      value={storey ?? ALL}
      onChange={(name) => session.tools.showStorey(name === ALL ? null : name)}
    />
  )
}

import { useCallback, useMemo } from 'react'
import { Combobox } from '../../ui/Combobox.tsx'
import { Select } from '../../ui/Select.tsx'
import { useSession, useSessionState } from './ModelCanvas.tsx'
import { mergeStoreys } from './storeys.ts'
import { useViewerText } from './text.ts'

const ALL = '*'
/** Storeys that are listed at a time; more are found by their names. */
const MOST_LISTED = 60

/** Select that isolates a storey in 3D, or switches the floor plan while one is shown. */
export function StoreyPicker() {
  const text = useViewerText()
  const session = useSession()
  const { models, storey } = useSessionState()
  const storeys = useMemo(() => mergeStoreys(models), [models])
  if (storeys.length === 0) return null
  const props = {
    'aria-label': text.storey,
    value: storey ?? ALL,
    onChange: (name: string | null) => session.tools.showStorey(name === ALL ? null : name),
  }
  const names = storeys.map(({ name }) => name)
  if (names.length > MOST_LISTED)
    return <StoreySearch {...props} names={names} className="w-44 max-md:w-41 shadow-float" />
  return (
    <Select
      {...props}
      className="min-w-32 max-w-44 max-md:min-w-0 max-md:max-w-41 border-line bg-raised shadow-float"
      options={listOptions(names, text.allStoreys)}
    />
  )
}

const listOptions = (names: readonly string[], all: string) => [
  { value: ALL, label: all },
  ...names.map((name) => ({ value: name, label: name })),
]

/** The picker of buildings with very many storeys. */
function StoreySearch(props: {
  names: readonly string[]
  value: string
  onChange: (name: string | null) => void
  'aria-label': string
  className: string
}) {
  const { names, value, ...rest } = props
  const { allStoreys } = useViewerText()
  const options = useMemo(() => {
    const first = names.slice(0, MOST_LISTED)
    return listOptions(value === ALL || first.includes(value) ? first : [value, ...first], allStoreys)
  }, [names, value, allStoreys])
  const search = useCallback(
    async (query: string) => {
      const words = query.trim().toLocaleLowerCase()
      const found = listOptions(names, allStoreys).filter(({ label }) =>
        label.toLocaleLowerCase().includes(words),
      )
      return found.slice(0, MOST_LISTED)
    },
    [names, allStoreys],
  )
  return <Combobox {...rest} value={value} options={options} search={search} />
}

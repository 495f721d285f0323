import { useCallback, useMemo } from 'react'
import { Combobox } from '../../ui/Combobox.tsx'
import { ALL_STOREYS, listStoreyOptions, MOST_LISTED } from './storey-options.ts'
import { useViewerText } from './text.ts'

/** The picker of buildings with very many storeys. */
export function StoreySearch(props: {
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
    return listStoreyOptions(
      value === ALL_STOREYS || first.includes(value) ? first : [value, ...first],
      allStoreys,
    )
  }, [names, value, allStoreys])
  const search = useCallback(
    async (query: string) => {
      const words = query.trim().toLocaleLowerCase()
      const found = listStoreyOptions(names, allStoreys).filter(({ label }) =>
        label.toLocaleLowerCase().includes(words),
      )
      return found.slice(0, MOST_LISTED)
    },
    [names, allStoreys],
  )
  return <Combobox {...rest} value={value} options={options} search={search} />
}

import { useState } from 'react'
import { CommandPalette } from '../ui/CommandPalette.tsx'
import { usePaletteText } from './text.ts'
import { useCommands } from './use-commands.tsx'

/** Goes to a project, issue, model, person or setting by name, and does what can be done anywhere. */
export default function Palette(props: { open: boolean; onClose: () => void; onShortcuts: () => void }) {
  const text = usePaletteText()
  const [query, setQuery] = useState('')
  const groups = useCommands(query, props.onShortcuts)
  return (
    <CommandPalette
      open={props.open}
      onClose={() => {
        props.onClose()
        setQuery('')
      }}
      label={text.find}
      query={query}
      onQuery={setQuery}
      groups={groups}
      empty={text.nothing}
    />
  )
}

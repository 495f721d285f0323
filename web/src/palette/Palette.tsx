import { useEffect, useState } from 'react'
import { typedForPalette } from '../base/typed-ahead.ts'
import { CommandPalette } from '../ui/CommandPalette.tsx'
import { usePaletteText } from './text.ts'
import { useCommands } from './use-commands.tsx'

/** The command palette: finds projects, issues, models, people and settings by name, and runs commands. */
export default function Palette(props: { open: boolean; onClose: () => void; onShortcuts: () => void }) {
  const text = usePaletteText()
  const [query, setQuery] = useState(typedForPalette.read)
  useEffect(typedForPalette.stop, [])
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

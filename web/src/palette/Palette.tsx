import { useEffect, useState } from 'react'
import { isUnreachable } from '../api/client.ts'
import { LoadFailed } from '../api/LoadFailed.tsx'
import { typedForPalette } from '../base/typed-ahead.ts'
import { CommandPalette } from '../ui/CommandPalette.tsx'
import { useUiText } from '../ui/text.tsx'
import { usePaletteText } from './text.ts'
import { useCommands } from './use-commands.tsx'

/** The command palette: finds projects, issues, models, people and settings by name, and runs commands. */
export default function Palette(props: { open: boolean; onClose: () => void; onShortcuts: () => void }) {
  const text = usePaletteText()
  const [query, setQuery] = useState(typedForPalette.read)
  useEffect(typedForPalette.stop, [])
  const ui = useUiText()
  const found = useCommands(query, props.onShortcuts)
  // without a connection the commands are those known on this device
  const isAway = isUnreachable(found.error)
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
      groups={found.groups}
      empty={
        found.isSearching ? text.searching : isAway ? ui.needsConnection : found.error ? '' : text.nothing
      }
      notice={
        found.error !== undefined &&
        !isAway && (
          <LoadFailed error={found.error} onRetry={found.retry}>
            {text.failed}
          </LoadFailed>
        )
      }
    />
  )
}

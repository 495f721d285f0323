import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Kbd } from './Kbd.tsx'
import { useRestoreFocus } from './use-restore-focus.ts'

export interface Command {
  /** stable over all openings */
  id: string
  label: string
  /** distinguishes commands of the same name: their project, their state */
  detail?: string
  icon?: ReactNode
  keys?: string
  run: () => void
}

export interface CommandGroup {
  label: string
  items: readonly Command[]
}

/**
 * A dialog with a search field over grouped commands; Enter runs the highlighted one. The caller filters the commands.
 *
 *     <CommandPalette open={open} onClose={close} label="Search and commands" query={query} onQuery={setQuery}
 *       groups={groups} empty="No matches" />
 */
export function CommandPalette(props: {
  open: boolean
  onClose: () => void
  label: string
  query: string
  onQuery: (query: string) => void
  groups: readonly CommandGroup[]
  empty: string
  /** rendered above the commands */
  notice?: ReactNode
}) {
  const focusBack = useRestoreFocus(props.open)
  const pick = (command: Command) => {
    props.onClose()
    command.run()
  }
  return (
    <BaseDialog.Root open={props.open} onOpenChange={(open) => !open && props.onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-scrim transition-opacity duration-180 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <BaseDialog.Viewport className="fixed inset-0 z-40 flex items-start justify-center overflow-hidden sm:p-4 sm:pt-[10vh]">
          <BaseDialog.Popup
            aria-label={props.label}
            finalFocus={focusBack}
            className="flex max-h-full w-full max-w-140 flex-col overflow-hidden border-line bg-raised shadow-float outline-none max-sm:h-full sm:max-h-120 sm:rounded-card sm:border"
          >
            <Autocomplete.Root
              open
              inline
              mode="none"
              items={props.groups}
              value={props.query}
              onValueChange={(query, { reason }) => reason !== 'item-press' && props.onQuery(query)}
              itemToStringValue={(command: Command) => command.label}
              autoHighlight="always"
              keepHighlight
            >
              <div className="flex items-center gap-2 border-line border-b px-4">
                <Search aria-hidden className="size-4.5 flex-none text-text-muted" />
                <Autocomplete.Input
                  aria-label={props.label}
                  placeholder={props.label}
                  className="h-12 min-w-0 flex-1 bg-transparent outline-none"
                />
                <BaseDialog.Close className="touch-target rounded-mark">
                  <Kbd keys="Esc" />
                </BaseDialog.Close>
              </div>
              {props.notice && <div className="p-2">{props.notice}</div>}
              <Autocomplete.Empty className="px-4 py-6 text-text-muted empty:p-0">
                {props.empty}
              </Autocomplete.Empty>
              <Autocomplete.List className="min-h-0 flex-1 scroll-py-2 overflow-y-auto px-2 py-2 empty:p-0">
                {(group: CommandGroup) => (
                  <Autocomplete.Group key={group.label} items={group.items} className="pb-1">
                    <Autocomplete.GroupLabel className="px-2 py-1 text-13 text-text-muted">
                      {group.label}
                    </Autocomplete.GroupLabel>
                    <Autocomplete.Collection>
                      {(command: Command) => (
                        <Autocomplete.Item
                          key={command.id}
                          value={command}
                          onClick={() => pick(command)}
                          className="flex min-h-9 cursor-default items-center gap-2.5 rounded-control px-2 data-highlighted:bg-sunken pointer-coarse:min-h-11"
                        >
                          <span className="flex-none text-text-muted [&>svg]:size-4.5">{command.icon}</span>
                          <span className="min-w-0 flex-1 truncate">
                            {command.label}
                            {command.detail && (
                              <span className="ms-2 text-13 text-text-muted">{command.detail}</span>
                            )}
                          </span>
                          {command.keys && <Kbd keys={command.keys} />}
                        </Autocomplete.Item>
                      )}
                    </Autocomplete.Collection>
                  </Autocomplete.Group>
                )}
              </Autocomplete.List>
            </Autocomplete.Root>
          </BaseDialog.Popup>
        </BaseDialog.Viewport>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}

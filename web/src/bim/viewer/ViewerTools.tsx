import {
  Box,
  Ellipsis,
  EyeOff,
  Focus,
  Ghost,
  House,
  MapPin,
  Maximize,
  MessageSquarePlus,
  RotateCcw,
} from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useMe } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { Toolbar, ToolbarButton, ToolbarSeparator } from '../../ui/Toolbar.tsx'
import { useSession, useSessionState } from './ModelView.tsx'
import type { ModelSession } from './model-session.ts'
import { useViewerText } from './text.ts'

const isLetter = (keys: string) => /^(Shift )?[a-z]$/i.test(keys)

/** The keys of the canvas, its `letters` only for those who want them. Answers whether the key was one of them. */
export function runKey(
  session: ModelSession,
  event: KeyboardEvent,
  options: { newIssue: () => void; letters: boolean },
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
  if (isLetter(key) && !options.letters) return false
  const actions: Record<string, () => void> = {
    ' ': () => session.fit(),
    Home: session.home,
    h: event.shiftKey ? session.showAll : session.hide,
    i: session.isolate,
    g: session.ghost,
    x: () => session.toggleSection(),
    c: options.newIssue,
    Escape: () => session.select([]),
  }
  const action = event.shiftKey && key === 'p' ? () => session.togglePins() : actions[key]
  if (!action || (event.shiftKey && !['h', 'p'].includes(key))) return false
  action()
  return true
}

interface Tool {
  name: string
  keys: string
  icon: ReactNode
  run: () => void
  disabled?: false | string
  pressed?: boolean
}

/** The tools in their groups; on phones the second group is in a menu. */
function useTools(): { view: Tool[]; visibility: Tool[]; layers: Tool[] } {
  const text = useViewerText()
  const session = useSession()
  const { selection, sectioned, pinsShown } = useSessionState()
  const disabled = selection.length === 0 ? text.nothingSelected : false
  return {
    view: [
      { name: text.home, keys: 'Home', icon: <House aria-hidden />, run: session.home },
      { name: text.fit, keys: 'Space', icon: <Maximize aria-hidden />, run: () => session.fit() },
    ],
    visibility: [
      { name: text.hide, keys: 'H', icon: <EyeOff aria-hidden />, run: session.hide, disabled },
      { name: text.isolate, keys: 'I', icon: <Focus aria-hidden />, run: session.isolate, disabled },
      { name: text.ghost, keys: 'G', icon: <Ghost aria-hidden />, run: session.ghost, disabled },
      { name: text.showAll, keys: 'Shift H', icon: <RotateCcw aria-hidden />, run: session.showAll },
    ],
    layers: [
      {
        name: text.section,
        keys: 'X',
        icon: <Box aria-hidden />,
        run: () => session.toggleSection(),
        pressed: sectioned,
      },
      {
        name: text.pins,
        keys: 'Shift P',
        icon: <MapPin aria-hidden />,
        run: () => session.togglePins(),
        pressed: pinsShown,
      },
    ],
  }
}

function Tools({ tools, className }: { tools: Tool[]; className?: string }) {
  const { shortcuts } = useMe().preferences
  return tools.map(({ run, keys, ...tool }) => (
    <ToolbarButton
      key={keys}
      {...tool}
      keys={shortcuts || !isLetter(keys) ? keys : undefined}
      onClick={run}
      className={className}
    />
  ))
}

/** The one row of tools at the bottom of the canvas. */
export function ViewerTools(props: { mayCreate: boolean; onNewIssue: () => void }) {
  const text = useViewerText()
  const { models } = useSessionState()
  const { view, visibility, layers } = useTools()
  const noModel = models.length === 0 && text.noModels
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center px-2">
      <Toolbar floating label={text.tools} className="pointer-events-auto">
        <Tools tools={view} />
        <ToolbarSeparator />
        <Tools tools={visibility} className="max-sm:hidden" />
        <Tools tools={layers} />
        <Menu
          align="end"
          side="top"
          trigger={
            <ToolbarButton name={text.moreTools} icon={<Ellipsis aria-hidden />} className="sm:hidden" />
          }
        >
          {visibility.map(({ name, icon, run, disabled }) => (
            <MenuItem key={name} icon={icon} disabled={disabled} onSelect={run}>
              {name}
            </MenuItem>
          ))}
        </Menu>
        <ToolbarSeparator />
        <Button
          look="primary"
          icon={<MessageSquarePlus aria-hidden />}
          disabled={props.mayCreate ? noModel : text.mayNot}
          onClick={props.onNewIssue}
        >
          <span className="max-sm:sr-only">{text.newIssue}</span>
        </Button>
      </Toolbar>
    </div>
  )
}

/** What is not as usual in the picture, and the way back. */
export function ViewerStatus() {
  const text = useViewerText()
  const session = useSession()
  const { models, hidden, ghosted, sectioned, interrupted, failed } = useSessionState()
  const loaded = models.reduce((sum, model) => sum + model.loaded_bytes, 0)
  const total = models.reduce((sum, model) => sum + model.total_bytes, 0)
  const loading = models.some((model) => !model.done)
  return (
    <div
      role="status"
      className="pointer-events-none absolute inset-x-0 top-3 flex flex-wrap max-md:top-20 justify-center gap-2 px-2"
    >
      {loading && <Chip>{text.loading(total ? Math.floor((loaded / total) * 100) : 0)}</Chip>}
      {failed.length > 0 && <Chip>{text.failed(failed.join(', '))}</Chip>}
      {hidden > 0 && (
        <Chip action={text.showAll} onClick={session.showAll}>
          {text.hiddenCount(hidden)}
        </Chip>
      )}
      {hidden === 0 && ghosted > 0 && (
        <Chip action={text.showAll} onClick={session.showAll}>
          {text.ghostedCount(ghosted)}
        </Chip>
      )}
      {sectioned && (
        <Chip action={text.reset} onClick={() => session.toggleSection()}>
          {text.sectionOn}
        </Chip>
      )}
      {interrupted && (
        <Chip action={text.restore} onClick={() => session.viewer.restoreContext()}>
          {text.interrupted}
        </Chip>
      )}
    </div>
  )
}

function Chip(props: { children: React.ReactNode; action?: string; onClick?: () => void }) {
  return (
    <span className="pointer-events-auto flex h-7 items-center gap-1 rounded-full border border-line bg-raised ps-3 pe-1 text-13 shadow-float">
      <span className="pe-2">{props.children}</span>
      {props.action && (
        <button
          type="button"
          onClick={props.onClick}
          className="touch-target rounded-full px-2 font-medium text-link hover:bg-sunken"
        >
          {props.action}
        </button>
      )}
    </span>
  )
}

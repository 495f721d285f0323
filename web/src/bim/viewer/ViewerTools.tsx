import {
  Bookmark,
  Box,
  Camera,
  CircleHelp,
  Ellipsis,
  EyeOff,
  Focus,
  Footprints,
  Ghost,
  House,
  Link,
  MapPin,
  Maximize,
  MessageSquarePlus,
  Palette,
  QrCode,
  Redo2,
  Rotate3d,
  RotateCcw,
  Ruler,
  SquareDashed,
  SquareDashedMousePointer,
  Undo2,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useMe } from '../../api/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Menu, MenuCheck, MenuItem, MenuSeparator, Submenu } from '../../ui/Menu.tsx'
import { Toolbar, ToolbarButton, ToolbarSeparator } from '../../ui/Toolbar.tsx'
import { OVER_CANVAS } from './covered-areas.ts'
import { useSession, useSessionState } from './ModelCanvas.tsx'
import { useViewerText } from './text.ts'
import type { ToolbarCard, ViewerCard } from './use-viewer-card.ts'
import { useWidth } from './use-width.ts'

/** Width from which every tool has its own button; below it only five do, and the menu has the rest. */
const WIDE_PX = 744
/** The same for a finger: its 16 buttons are 12 px wider. */
const WIDE_BY_TOUCH_PX = WIDE_PX + 16 * 12
/** Extra width for long labels of the main button: characters that fit anyway, and pixels per further character. */
const LABEL = { characters: 9, px: 9 }

/** Actions of the page, used by the toolbar and the shortcuts. */
export interface PageActions {
  newIssue: () => void
  /** starts placing QR sheets; null for users who may not create them */
  placeSheet: (() => void) | null
  /** opens a card, or closes it if it is open */
  toggleCard: (card: ToolbarCard) => void
  saveView: () => void
  snapshot: () => void
  copyLink: () => void
  help: () => void
}

interface ToolbarTool {
  id: string
  name: string
  keys: string
  icon: ReactNode
  run: () => void
  disabled?: false | string
  pressed?: boolean
  /** has a button also on narrow screens */
  always?: true
}

const isLetter = (keys: string) => /^(Shift )?[A-Z0-9]$/i.test(keys)

function useToolGroups(actions: PageActions, card: ViewerCard | null): ToolbarTool[][] {
  const text = useViewerText()
  const session = useSession()
  const { tools } = session
  const { selection, tool, plan, pinsShown } = useSessionState()
  const disabled = selection.length === 0 ? text.nothingSelected : false
  const walking = tool === 'walk'
  return [
    [
      { id: 'home', name: text.home, keys: 'Home', icon: <House aria-hidden />, run: session.camera.home },
      {
        id: 'fit',
        name: text.fit,
        keys: 'Space',
        icon: <Maximize aria-hidden />,
        run: () => session.camera.fit(),
        always: true,
      },
    ],
    [
      {
        id: 'orbit',
        name: text.orbit,
        keys: '3',
        icon: <Rotate3d aria-hidden />,
        run: () => tools.orbit(),
        pressed: !walking && !plan,
      },
      {
        id: 'walk',
        name: text.walk,
        keys: 'F',
        icon: <Footprints aria-hidden />,
        run: () => tools.walk(!walking),
        pressed: walking,
      },
      {
        id: 'plan',
        name: text.plan,
        keys: '2',
        icon: <SquareDashed aria-hidden />,
        run: () => (plan ? tools.leavePlan() : tools.showPlan()),
        pressed: plan,
      },
    ],
    [
      {
        id: 'section',
        name: text.section,
        keys: 'X',
        icon: <Box aria-hidden />,
        run: () => actions.toggleCard('section'),
        pressed: card === 'section',
        always: true,
      },
      {
        id: 'measure',
        name: text.measure,
        keys: 'M',
        icon: <Ruler aria-hidden />,
        run: () => actions.toggleCard('measure'),
        pressed: card === 'measure',
        always: true,
      },
    ],
    [
      {
        id: 'hide',
        name: text.hide,
        keys: 'H',
        icon: <EyeOff aria-hidden />,
        run: session.visibility.hide,
        disabled,
        always: true,
      },
      {
        id: 'isolate',
        name: text.isolate,
        keys: 'I',
        icon: <Focus aria-hidden />,
        run: session.visibility.isolate,
        disabled,
      },
      {
        id: 'ghost',
        name: text.ghost,
        keys: 'G',
        icon: <Ghost aria-hidden />,
        run: session.visibility.ghost,
        disabled,
      },
      {
        id: 'all',
        name: text.showAll,
        keys: 'Shift H',
        icon: <RotateCcw aria-hidden />,
        run: session.visibility.showAll,
      },
    ],
    [
      {
        id: 'colors',
        name: text.colors,
        keys: '',
        icon: <Palette aria-hidden />,
        run: () => actions.toggleCard('colors'),
        pressed: card === 'colors',
      },
      {
        id: 'pins',
        name: text.pins,
        keys: 'Shift P',
        icon: <MapPin aria-hidden />,
        run: () => session.pins.toggle(),
        pressed: pinsShown,
      },
      { id: 'views', name: text.saveView, keys: 'V', icon: <Bookmark aria-hidden />, run: actions.saveView },
      {
        id: 'snapshot',
        name: text.snapshot,
        keys: 'Shift S',
        icon: <Camera aria-hidden />,
        run: actions.snapshot,
      },
    ],
  ]
}

/** The toolbar at the bottom of the canvas. */
export function ViewerTools(props: { mayCreate: boolean; actions: PageActions; card: ViewerCard | null }) {
  const text = useViewerText()
  const { shortcuts } = useMe().preferences
  const [ref, width] = useWidth<HTMLDivElement>()
  const { models } = useSessionState()
  const groups = useToolGroups(props.actions, props.card)
  const widePx = matchMedia('(pointer: coarse)').matches ? WIDE_BY_TOUCH_PX : WIDE_PX
  const wide = width >= widePx
  const labelled = width >= widePx + Math.max(0, text.newIssue.length - LABEL.characters) * LABEL.px
  const shown = groups
    .map((group) => group.filter(({ always }) => wide || always))
    .filter(({ length }) => length > 0)
  const rest = wide ? [] : groups.flat().filter(({ always }) => !always)
  const keysOf = (keys: string) => (keys && (shortcuts || !isLetter(keys)) ? keys : undefined)
  const noModel = models.length === 0 && text.noModels
  return (
    <div ref={ref} className="pointer-events-none absolute inset-x-0 bottom-3 z-10 flex justify-center px-2">
      <div {...OVER_CANVAS} className="pointer-events-auto max-w-full">
        <Toolbar floating label={text.tools}>
          {shown.map((group, at) => [
            at > 0 && wide && <ToolbarSeparator key={`before ${group[0]?.id}`} />,
            ...group.map(({ id, run, keys, always: _, ...tool }) => (
              <ToolbarButton key={id} {...tool} keys={keysOf(keys)} onClick={run} />
            )),
          ])}
          <Menu
            align="end"
            side="top"
            trigger={<ToolbarButton name={text.moreTools} icon={<Ellipsis aria-hidden />} />}
          >
            {rest.map(({ id, name, icon, run, disabled, keys }) => (
              <MenuItem key={id} icon={icon} keys={keysOf(keys)} disabled={disabled} onSelect={run}>
                {name}
              </MenuItem>
            ))}
            {rest.length > 0 && <MenuSeparator />}
            <MoreItems actions={props.actions} keysOf={keysOf} />
          </Menu>
          <ToolbarSeparator />
          <Button
            look="primary"
            icon={<MessageSquarePlus aria-hidden />}
            title={labelled ? undefined : text.newIssue}
            disabled={props.mayCreate ? noModel : text.mayNot}
            onClick={props.actions.newIssue}
          >
            <span className={labelled ? '' : 'sr-only'}>{text.newIssue}</span>
          </Button>
        </Toolbar>
      </div>
    </div>
  )
}

const AXES = ['front', 'back', 'left', 'right', 'top', 'bottom'] as const

function MoreItems(props: { actions: PageActions; keysOf: (keys: string) => string | undefined }) {
  const { actions, keysOf } = props
  const text = useViewerText()
  const session = useSession()
  const { flat, spaces, openings, lines, models, canUndo, canRedo } = useSessionState()
  const noModel = models.length === 0 && text.noModels
  return (
    <>
      <MenuItem icon={<SquareDashedMousePointer aria-hidden />} onSelect={session.selection.drawRectangle}>
        {text.rectangle}
      </MenuItem>
      {actions.placeSheet && (
        <MenuItem icon={<QrCode aria-hidden />} disabled={noModel} onSelect={actions.placeSheet}>
          {text.placeSheet}
        </MenuItem>
      )}
      <MenuItem
        icon={<Undo2 aria-hidden />}
        keys="Ctrl Z"
        disabled={!canUndo}
        onSelect={session.visibility.undo}
      >
        {text.undoShown}
      </MenuItem>
      <MenuItem
        icon={<Redo2 aria-hidden />}
        keys="Ctrl Shift Z"
        disabled={!canRedo}
        onSelect={session.visibility.redo}
      >
        {text.redoShown}
      </MenuItem>
      <MenuSeparator />
      <MenuCheck checked={flat} onChange={(on) => session.camera.setFlat(on)}>
        {text.flat}
      </MenuCheck>
      <MenuCheck checked={spaces} onChange={(on) => void session.models.showSpaces(on)}>
        {text.spaces}
      </MenuCheck>
      {models.some(({ manifest }) => (manifest.counts.openings ?? 0) > 0) && (
        <MenuCheck checked={openings} onChange={(on) => void session.models.showOpenings(on)}>
          {text.openings}
        </MenuCheck>
      )}
      {models.some(({ manifest }) => (manifest.lines ?? 0) > 0) && (
        <MenuCheck checked={lines} onChange={(on) => void session.lines.show(on)}>
          {text.lines}
        </MenuCheck>
      )}
      <Submenu label={text.viewFrom} icon={<Rotate3d aria-hidden />}>
        {AXES.map((axis, at) => (
          <MenuItem key={axis} keys={`Alt ${at + 1}`} onSelect={() => session.viewer.camera.view(axis)}>
            {text.sides[axis]}
          </MenuItem>
        ))}
      </Submenu>
      <MenuSeparator />
      <MenuItem icon={<Link aria-hidden />} onSelect={actions.copyLink}>
        {text.copyLink}
      </MenuItem>
      <MenuItem icon={<CircleHelp aria-hidden />} keys={keysOf('?')} onSelect={actions.help}>
        {text.help}
      </MenuItem>
    </>
  )
}

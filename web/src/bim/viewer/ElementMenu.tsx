import {
  Box,
  Copy,
  EyeOff,
  Focus,
  Ghost,
  House,
  Maximize,
  MessageSquarePlus,
  RotateCcw,
  Slice,
  SquareStack,
} from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Menu, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { useSession, useSessionState } from './ModelCanvas.tsx'
import { findSectionRoom } from './section-room.ts'
import { useViewerText } from './text.ts'
import { MAX_PLANES } from './view-url.ts'

/** Grace period after a long press, in which the release of the finger must not close the menu. */
const RELEASE_MS = 250

/** Ref that is true while the finger that opened the menu is down, and for RELEASE_MS after. */
function useLongPressGuard(open: boolean) {
  const isGuarded = useRef(false)
  useEffect(() => {
    if (!open || !matchMedia('(pointer: coarse)').matches) return
    isGuarded.current = true
    let timer = 0
    const release = () => {
      timer = window.setTimeout(() => {
        isGuarded.current = false
      }, RELEASE_MS)
    }
    for (const name of ['pointerup', 'pointercancel']) window.addEventListener(name, release, { once: true })
    return () => {
      isGuarded.current = false
      clearTimeout(timer)
      for (const name of ['pointerup', 'pointercancel']) window.removeEventListener(name, release)
    }
  }, [open])
  return isGuarded
}

/** Context menu of an element, opened by right click or long press. */
export function ElementMenu(props: { mayCreate: boolean; onNewIssue: () => void }) {
  const text = useViewerText()
  const copy = useCopy()
  const session = useSession()
  const state = useSessionState()
  const { menu, selection } = state
  const room = findSectionRoom(state)
  const full = text.planesFull(MAX_PLANES)
  const { x = 0, y = 0, ref = null, face = null } = menu ?? {}
  const isGuarded = useLongPressGuard(menu !== null)
  const back = useRef<HTMLElement>(null)
  useEffect(() => {
    if (menu) back.current = menu.returnFocusTo ?? null
  }, [menu])
  const summary = ref && session.elements.getSummary(ref)
  /** Closes the menu, even during the grace period, and runs an action. */
  const act = (run: () => void) => () => {
    session.menu.close()
    run()
  }
  const create = (
    <MenuItem
      icon={<MessageSquarePlus aria-hidden />}
      keys="C"
      disabled={props.mayCreate ? false : text.mayNot}
      onSelect={act(props.onNewIssue)}
    >
      {text.newIssueHere}
    </MenuItem>
  )
  return (
    <Menu
      open={menu !== null}
      onOpenChange={(open) => !open && !isGuarded.current && session.menu.close()}
      trigger={
        <button
          type="button"
          tabIndex={-1}
          aria-label={text.elementMenu}
          className="pointer-events-none absolute size-px opacity-0"
          style={{ left: x, top: y }}
          // The closing menu focuses its trigger: pass the focus on to the canvas, or to the tree row that opened it.
          onFocus={() => (back.current ?? session.viewer.canvas).focus({ preventScroll: true })}
        />
      }
    >
      {ref ? (
        <>
          {create}
          <MenuSeparator />
          <MenuItem icon={<Maximize aria-hidden />} keys="Space" onSelect={act(() => session.camera.fit())}>
            {text.fitThis}
          </MenuItem>
          <MenuItem icon={<EyeOff aria-hidden />} keys="H" onSelect={act(session.visibility.hide)}>
            {text.hide}
          </MenuItem>
          <MenuItem icon={<Focus aria-hidden />} keys="I" onSelect={act(session.visibility.isolate)}>
            {text.isolate}
          </MenuItem>
          <MenuItem icon={<Ghost aria-hidden />} keys="G" onSelect={act(session.visibility.ghost)}>
            {text.ghost}
          </MenuItem>
          <MenuSeparator />
          <MenuItem
            icon={<Box aria-hidden />}
            disabled={!room.forBox && full}
            onSelect={act(() => session.tools.setBoxAround(session.viewer.boxOf(selection)))}
          >
            {text.boxAround}
          </MenuItem>
          {face && (
            <MenuItem
              icon={<Slice aria-hidden />}
              disabled={!room.forPlane && full}
              onSelect={act(() => session.tools.cutFace(face))}
            >
              {text.cutHere}
            </MenuItem>
          )}
          <MenuSeparator />
          <MenuItem
            icon={<SquareStack aria-hidden />}
            onSelect={act(() => session.selection.select(session.elements.listAlike(ref, 'class')))}
          >
            {text.selectClass}
          </MenuItem>
          {summary?.type && (
            <MenuItem
              icon={<SquareStack aria-hidden />}
              onSelect={act(() => session.selection.select(session.elements.listAlike(ref, 'type')))}
            >
              {text.selectType}
            </MenuItem>
          )}
          {summary && (
            <MenuItem
              icon={<Copy aria-hidden />}
              onSelect={act(() => void copy(summary.guid, { title: text.copied }))}
            >
              {text.copyGuid}
            </MenuItem>
          )}
        </>
      ) : (
        <>
          <MenuItem icon={<House aria-hidden />} keys="Home" onSelect={act(session.camera.home)}>
            {text.home}
          </MenuItem>
          <MenuItem
            icon={<RotateCcw aria-hidden />}
            keys="Shift H"
            onSelect={act(session.visibility.showAll)}
          >
            {text.showAll}
          </MenuItem>
          {create}
        </>
      )}
    </Menu>
  )
}

import { SHEET_TOOL } from '@plumbline/viewer/features/sheets'
import { useEffect, useState } from 'react'
import { useSession, useSessionState } from './ModelCanvas.tsx'

/** Cards over the canvas, each belonging to a tool. */
export type ViewerCard = 'measure' | 'section' | 'colors' | 'walk' | 'compare' | 'sheet'
/** Cards with a toolbar button; all others open and close with their tools. */
export type ToolbarCard = Exclude<ViewerCard, 'walk' | 'compare' | 'sheet'>

/**
 * Chooses the card to show. Starting a tool by shortcut or menu opens its card; closing a card stops its tool: measurements
 * and sections stay, their handles are hidden.
 */
export function useViewerCard(
  comparing: boolean,
): [card: ViewerCard | null, show: (card: ToolbarCard | null) => void] {
  const { tools } = useSession()
  const { tool, measuring, sectionHandlesShown: handles } = useSessionState()
  const [opened, setOpened] = useState<'section' | 'colors' | null>(null)
  const sectioning = tool === 'section' || handles
  const walking = tool === 'walk'
  const placing = tool === SHEET_TOOL
  const own = walking ? 'walk' : placing ? 'sheet' : null
  const [had, setHad] = useState({ sectioning, measuring, own })
  if (had.sectioning !== sectioning || had.measuring !== measuring || had.own !== own) {
    setHad({ sectioning, measuring, own })
    if ((measuring !== null && had.measuring === null) || (own !== null && own !== had.own)) setOpened(null)
    else if (sectioning && !had.sectioning) setOpened('section')
  }
  const ofTool = own ?? (measuring !== null ? 'measure' : null)
  const card = opened ?? ofTool ?? (comparing ? 'compare' : null)
  useEffect(() => {
    if (card === 'section') tools.showHandles(true)
    else tools.leaveSection()
    if (card !== 'measure') tools.measure(null)
  }, [card, tools])
  const show = (wanted: ToolbarCard | null) => {
    setOpened(wanted === 'measure' ? null : wanted)
    if (wanted !== 'measure') tools.measure(null)
    else if (measuring === null) tools.measure('distance')
  }
  return [card, show]
}

import type { Header, listHeaders } from '@plumbline/contract/bim/bim'
import type { ReplyOf } from '@plumbline/contract/http'
import type { Trade } from '@plumbline/contract/projects/trades'
import type { BimText } from '../text.ts'

/** The files of one level, section or trade. */
export interface FileGroup {
  key: string
  label: string
  color: string | null
  headers: Header[]
}

/** Converts a grouped reply into the displayed groups; levels are sorted from top to bottom. */
export function toFileGroups(
  reply: ReplyOf<typeof listHeaders>,
  text: BimText,
  tradeName: (trade: Trade) => string,
): FileGroup[] {
  const groups = reply.flatMap((group): FileGroup[] => {
    if (!('headers' in group)) return []
    const { headers } = group
    if ('trade' in group) return [{ key: group.trade, label: tradeName(group.trade), color: null, headers }]
    if ('section' in group) {
      const { section } = group
      return [
        {
          key: section?.id ?? 'none',
          label: section?.name ?? text.noSection,
          color: section?.color ?? null,
          headers,
        },
      ]
    }
    const label = group.level?.name ?? text.wholeBuilding
    return [{ key: group.level?.id ?? 'none', label, color: null, headers }]
  })
  const [first] = reply
  return first && 'level' in first ? groups.toReversed() : groups
}

/** A group with its rendered files. */
export interface DrawnGroup extends FileGroup {
  drawn: readonly Header[]
}

/** The groups of the first files of all; drops empty ones. */
export function takeDrawnGroups(groups: readonly FileGroup[], count: number): DrawnGroup[] {
  let left = count
  return groups.flatMap((group) => {
    const drawn = group.headers.slice(0, Math.max(0, left))
    left -= drawn.length
    return drawn.length > 0 ? [{ ...group, drawn }] : []
  })
}

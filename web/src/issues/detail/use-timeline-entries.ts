import type { ReplyOf } from '@plumbline/contract/http'
import { type LogEntry, listTimeline } from '@plumbline/contract/issues/timeline'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { useRead } from '../../api/query.ts'
import { toast } from '../../ui/toast.ts'
import { useIssueParams } from './issue-context.ts'
import {
  addEntries,
  addNewestPage,
  findGap,
  hasComment,
  isInGap,
  type LoadedTimeline,
  type TimelineGap,
} from './timeline.ts'

const PAGE_SIZE = 50
/** the largest page, for the way to a comment far back */
const SEEK_SIZE = 200

type Page = ReplyOf<typeof listTimeline>

/** The page before an entry; with a comment, all pages down to it, null if it is not found. */
async function readOlder(
  params: ReturnType<typeof useIssueParams>,
  before: number,
  comment: string | undefined,
): Promise<Page | null> {
  const items: LogEntry[] = []
  for (let at: number | null = before; at !== null; ) {
    const query = { before: at, limit: comment ? SEEK_SIZE : PAGE_SIZE }
    const page: Page = await call(listTimeline, { params, query })
    items.push(...page.items)
    if (!comment || page.items.some(hasComment(comment))) return { items, before: page.before }
    at = page.before
  }
  return null
}

/**
 * Merges the cached newest page over all entries loaded before: as new entries shift that page, none between it and the
 * older pages may get lost.
 */
export function useTimelineEntries() {
  const params = useIssueParams()
  const { data, error, refetch } = useRead(listTimeline, { params, query: { limit: PAGE_SIZE } })
  const [seen, setSeen] = useState<LoadedTimeline | null>(null)
  const [newest, setNewest] = useState<typeof data>(undefined)
  const [loading, setLoading] = useState(false)
  /** thousands of entries between a comment that a link leads to and the newest ones would stop the page */
  const [gap, setGap] = useState<TimelineGap | null>(null)
  if (data && data !== newest) {
    setNewest(data)
    setSeen(addNewestPage(seen, data))
  }
  const before = seen?.before ?? null
  const loaded = seen && [...seen.entries.values()].sort((a, b) => a.seq - b.seq)
  const hidden = loaded?.filter(isInGap(gap)) ?? []

  /** Shows older entries, down to a comment if one is wanted; false if they could not be read or none has it. */
  async function more(comment?: string): Promise<boolean> {
    if (before === null || loading) return before !== null
    setLoading(true)
    try {
      const older = await readOlder(params, before, comment)
      if (!older) return false
      if (comment) setGap(findGap(older.items, comment, before, PAGE_SIZE))
      // a newest page far ahead may have restarted the timeline
      setSeen((now) =>
        now?.before === before
          ? { entries: addEntries(now.entries, older.items), before: older.before }
          : now,
      )
      return true
    } catch {
      toast.error()
      return false
    } finally {
      setLoading(false)
    }
  }
  return {
    entries: loaded?.filter((entry) => !isInGap(gap)(entry)) ?? null,
    gap: gap && hidden.length > 0 ? { ...gap, count: hidden.length } : null,
    narrowGap: () => setGap(gap && findGap(hidden, null, gap.before, PAGE_SIZE)),
    /** Adds a comment to the entries; false if it does not exist. */
    seek: async (comment: string) => {
      if (!hidden.some(hasComment(comment))) return more(comment)
      setGap(gap && findGap(hidden, comment, gap.before, PAGE_SIZE))
      return true
    },
    error,
    refetch,
    more: before === null ? null : () => more(),
    loading,
  }
}

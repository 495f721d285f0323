import { listTimeline } from '@plumbline/contract/issues/timeline'
import { Dot } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../api/client.ts'
import { LoadingState } from '../../api/LoadingState.tsx'
import { useRead } from '../../api/query.ts'
import { formatDistance } from '../../projects/units.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Timeline, type TimelineEntry } from '../../ui/Timeline.tsx'
import { useUiText } from '../../ui/text.tsx'
import { toast } from '../../ui/toast.ts'
import { clockTime, exactTime, longDate } from '../../users/dates.ts'
import { usePeople } from '../use-people.ts'
import { CommentBody, PendingCommentBody } from './CommentBody.tsx'
import { DetailSection } from './DetailSection.tsx'
import { describeChange } from './describe-change.ts'
import { describeFollowed } from './describe-place.ts'
import { useIssueParams, useOpenIssue } from './issue-context.ts'
import { type PendingComment, usePendingComments } from './pending-comments.ts'
import { useDetailText } from './text.ts'
import {
  addEntries,
  addNewestPage,
  getCommentOrigin,
  getEntryAuthor,
  isAutomatic,
  type LoadedTimeline,
  SERVER_NAME,
  type TimelineItem,
  toTimelineItems,
} from './timeline.ts'
import { useFieldLabels } from './use-field-labels.ts'
import { useScrollToComment } from './use-scroll-to-comment.ts'

const PAGE_SIZE = 50

/**
 * Merges the cached newest page over all entries loaded before: as new entries shift that page, none between it and the
 * older pages may get lost.
 */
function useTimelineEntries() {
  const params = useIssueParams()
  const { data, error, refetch } = useRead(listTimeline, { params, query: { limit: PAGE_SIZE } })
  const [seen, setSeen] = useState<LoadedTimeline | null>(null)
  const [newest, setNewest] = useState<typeof data>(undefined)
  const [loading, setLoading] = useState(false)
  if (data && data !== newest) {
    setNewest(data)
    setSeen(addNewestPage(seen, data))
  }
  const before = seen?.before ?? null
  /** Resolves to false if the page could not be read. */
  async function more(): Promise<boolean> {
    if (before === null || loading) return true
    setLoading(true)
    try {
      const page = await call(listTimeline, { params, query: { before, limit: PAGE_SIZE } })
      // a newest page far ahead may have begun the timeline anew
      setSeen((now) =>
        now?.before === before ? { entries: addEntries(now.entries, page.items), before: page.before } : now,
      )
      return true
    } catch {
      toast.error()
      return false
    } finally {
      setLoading(false)
    }
  }
  const entries = seen && [...seen.entries.values()].sort((a, b) => a.seq - b.seq)
  return { entries, error, refetch, more: before === null ? null : more, loading }
}

/** Comments and changes in chronological order; comments still being sent come last. */
export function IssueTimeline() {
  const text = useDetailText()
  const { issue, relation } = useOpenIssue()
  const { entries, error, refetch, more, loading } = useTimelineEntries()
  useScrollToComment(entries !== null, more, loading)
  const pending = usePendingComments(issue.id)
  const entryOf = useEntryWords()
  const written = new Set(entries?.map(({ comment }) => comment?.id))
  const shown: TimelineEntry[] = [
    ...toTimelineItems(entries ?? []).map(entryOf),
    ...pending
      .filter(({ id }) => !written.has(id))
      .map((comment) => ({
        ...entryOf(pendingItem(comment, relation.user_id)),
        children: <PendingCommentBody comment={comment} />,
      })),
  ]
  return (
    <DetailSection title={text.timeline}>
      {!entries && (
        <LoadingState error={error} onRetry={() => void refetch()} failed={text.timelineFailed} rows={3} />
      )}
      {more && (
        <p className="pb-3">
          <Button size="small" loading={loading} onClick={() => void more()}>
            {text.older}
          </Button>
        </p>
      )}
      <Timeline label={text.timeline} entries={shown} />
    </DetailSection>
  )
}

/** A pending comment as a timeline item. */
const pendingItem = ({ id, created_at }: PendingComment, by: string): TimelineItem => ({
  id,
  by,
  at: created_at,
  bulk: false,
  kind: 'COMMENT',
  comment: {
    id,
    text: '',
    created_by: by,
    author: null,
    created_at,
    edited_at: null,
    deleted_at: null,
    attachment_ids: [],
    viewpoint_id: null,
  },
})

/** Returns a function that turns timeline items into entries: who, what, when. */
function useEntryWords() {
  const text = useDetailText()
  const { locale } = useUiText()
  const { project } = useOpenIssue()
  const { nameOf, orElse, personOf } = usePeople(project.id)
  const labels = useFieldLabels(project.id)
  const write = (metres: number) => formatDistance(metres, project.units, locale)
  function said(item: TimelineItem): string {
    if (item.kind === 'COMMENT') {
      const { isImported, importer } = getCommentOrigin(item)
      return isImported ? text.fromBcf(nameOf(importer)) : ''
    }
    if (item.kind === 'CHANGES')
      return item.changes.map((change) => describeChange(change, text, labels)).join(', ')
    if (item.kind === 'FOLLOWED') return describeFollowed(item.followed, text, write)
    return text.events[item.kind](item.subjects.join(', ') || text.something)
  }
  function getActor(item: TimelineItem): string {
    if (item.kind === 'FOLLOWED') return `${item.subject}:`
    if (isAutomatic(item.kind)) return SERVER_NAME
    const { by, author } = getEntryAuthor(item)
    return nameOf(by) ?? author ?? orElse(text.formerMember)
  }
  return (item: TimelineItem): TimelineEntry => {
    const { by, at } = getEntryAuthor(item)
    const person = personOf(by)
    return {
      id: item.id,
      sign:
        item.kind === 'COMMENT' && person ? (
          <Avatar person={person} size="small" decorative />
        ) : (
          <Dot aria-hidden />
        ),
      title: (
        <>
          <span className="font-medium">{getActor(item)}</span>{' '}
          <span className="text-text-muted">
            {said(item)}
            {item.bulk && ` (${text.inBulk})`}
          </span>
        </>
      ),
      time: { text: `${longDate(at)} ${clockTime(at)}`, iso: at, title: exactTime(at) },
      children: item.kind === 'COMMENT' ? <CommentBody comment={item.comment} /> : undefined,
    }
  }
}

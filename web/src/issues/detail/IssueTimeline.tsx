import { Dot } from 'lucide-react'
import { LoadingState } from '../../api/LoadingState.tsx'
import { formatDistance } from '../../projects/units.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Timeline, type TimelineEntry } from '../../ui/Timeline.tsx'
import { useUiText } from '../../ui/text.tsx'
import { clockTime, exactTime, longDate } from '../../users/dates.ts'
import { usePeople } from '../use-people.ts'
import { CommentBody, PendingCommentBody } from './CommentBody.tsx'
import { DetailSection } from './DetailSection.tsx'
import { describeChange } from './describe-change.ts'
import { describeFollowed } from './describe-place.ts'
import { useOpenIssue } from './issue-context.ts'
import { type PendingComment, usePendingComments } from './pending-comments.ts'
import { useDetailText } from './text.ts'
import {
  getCommentOrigin,
  getEntryAuthor,
  isAutomatic,
  SERVER_NAME,
  type TimelineItem,
  toTimelineItems,
} from './timeline.ts'
import { useFieldLabels } from './use-field-labels.ts'
import { useScrollToComment } from './use-scroll-to-comment.ts'
import { useTimelineEntries } from './use-timeline-entries.ts'

/** Comments and changes in chronological order; comments still being sent come last. */
export function IssueTimeline() {
  const text = useDetailText()
  const { issue, relation } = useOpenIssue()
  const { entries, gap, narrowGap, error, refetch, more, seek, loading } = useTimelineEntries()
  useScrollToComment(entries !== null, seek, loading)
  const pending = usePendingComments(issue.id)
  const entryOf = useEntryWords()
  const written = new Set(entries?.map(({ comment }) => comment?.id))
  const isFarBack = ({ seq }: { seq: number }) => gap !== null && seq <= gap.after
  const farBack = toTimelineItems(entries?.filter(isFarBack) ?? []).map(entryOf)
  const shown: TimelineEntry[] = [
    ...toTimelineItems(entries?.filter((entry) => !isFarBack(entry)) ?? []).map(entryOf),
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
      {gap && (
        <>
          <Timeline label={text.timeline} entries={farBack} />
          <p className="py-3">
            <Button size="small" onClick={narrowGap}>
              {text.entriesBetween(gap.count)}
            </Button>
          </p>
        </>
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

/** Returns a function that turns timeline items into entries with author, text and time. */
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

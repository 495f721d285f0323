import type { ReplyOf } from '@plumbline/contract/http'
import type { LogEntry, listLog } from '@plumbline/contract/issues/timeline'
import type { Project } from '@plumbline/contract/projects/projects'
import { Dot } from 'lucide-react'
import type { ReactNode } from 'react'
import { paths } from '../../base/paths.ts'
import { formatDistance } from '../../projects/units.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Link } from '../../ui/Link.tsx'
import { Timeline, type TimelineEntry } from '../../ui/Timeline.tsx'
import { useUiText } from '../../ui/text.tsx'
import { clockTime, exactTime, longDate } from '../../users/dates.ts'
import { Markdown } from '../composer/Markdown.tsx'
import { describeChange } from '../detail/describe-change.ts'
import { describeFollowed } from '../detail/describe-place.ts'
import { useDetailText } from '../detail/text.ts'
import { getCommentOrigin, getEntryAuthor, isAutomatic, SERVER_NAME } from '../detail/timeline.ts'
import { useFieldLabels } from '../detail/use-field-labels.ts'
import { usePeople } from '../use-people.ts'
import { useActivityText } from './text.ts'

export type FeedItem = ReplyOf<typeof listLog>['items'][number]

/** Log entries as a timeline of sentences: actor, action and issue. */
export function ActivityFeed(props: {
  label: string
  project: Project
  items: readonly FeedItem[]
  brief?: boolean
}) {
  const text = useActivityText()
  const { nameOf, orElse, personOf } = usePeople(props.project.id)
  const entries = props.items.map((item): TimelineEntry => {
    const { by, author } = getEntryAuthor(item)
    const { isImported, importer } = getCommentOrigin(item)
    const person = personOf(by)
    return {
      id: String(item.seq),
      sign: person ? <Avatar person={person} size="small" decorative /> : <Dot aria-hidden />,
      title: (
        <>
          <span className="font-medium">
            {isAutomatic(item.kind) ? SERVER_NAME : (nameOf(by) ?? author ?? orElse(text.formerMember))}
          </span>{' '}
          <span className="text-text-muted">{text.did[item.kind]}</span>{' '}
          <IssueName project={props.project} item={item} />
          {isImported && <span className="text-text-muted"> ({text.fromBcf(nameOf(importer))})</span>}
          {item.bulk_id && <span className="text-text-muted"> ({text.inBulk})</span>}
        </>
      ),
      time: {
        text: props.brief ? `${longDate(item.at)} ${clockTime(item.at)}` : clockTime(item.at),
        iso: item.at,
        title: exactTime(item.at),
      },
      children: props.brief ? undefined : <EntryDetails project={props.project} item={item} />,
    }
  })
  return <Timeline label={props.label} entries={entries} />
}

/** Number and title of the issue, linked unless it was deleted. */
function IssueName({ project, item }: { project: Project; item: FeedItem }) {
  const name = `#${item.issue_number} ${item.issue_name}`
  if (item.kind === 'DELETED') return <span>{name}</span>
  return <Link href={paths.issue(project.id, item.issue_number)}>{name}</Link>
}

/** The comment or the field changes of a log entry. */
function EntryDetails({ project, item }: { project: Project; item: LogEntry }): ReactNode {
  const text = useActivityText()
  const detail = useDetailText()
  const labels = useFieldLabels(project.id)
  const { nameOf } = usePeople(project.id)
  const { locale } = useUiText()
  if (item.comment?.deleted_at) return <p className="text-text-muted italic">{text.commentDeleted}</p>
  if (item.comment)
    return (
      <div className="line-clamp-4">
        <Markdown text={item.comment.text} projectId={project.id} nameOf={nameOf} />
      </div>
    )
  const { followed, subject } = item
  const write = (metres: number) => formatDistance(metres, project.units, locale)
  const place = followed && `${subject ?? followed.file}: ${describeFollowed(followed, detail, write)}`
  const description =
    place ?? item.changes?.map((change) => describeChange(change, detail, labels)).join(', ') ?? item.subject
  return description ? (
    <p className="text-13 text-text-muted [overflow-wrap:anywhere]">{description}</p>
  ) : null
}

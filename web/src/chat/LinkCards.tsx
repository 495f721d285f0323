import { listHeaders } from '@plumbline/contract/bim/bim'
import { getIssueByNumber } from '@plumbline/contract/issues/issues'
import { getProject } from '@plumbline/contract/projects/projects'
import { Box } from 'lucide-react'
import { useRead } from '../api/query.ts'
import { paths } from '../base/paths.ts'
import { useNavigateOnClick } from '../ui/Link.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { findOwnLinks, type OwnLink } from './own-links.ts'

const card =
  'mt-1 mb-1 flex w-fit max-w-full items-center gap-2 rounded-control border border-line bg-raised px-3 py-2 hover:bg-sunken'
/** a refused read shows no card, and must not redirect */
const withoutRedirects = { redirects: false, silent: true }

/** Preview cards for the issues and files that a message links to, read with the reader's own rights. */
export function LinkCards({ message }: { message: string }) {
  return findOwnLinks(message, location.origin).map((link) =>
    link.kind === 'issue' ? (
      <IssueCard key={`${link.project_id} ${link.number}`} link={link} />
    ) : (
      <FileCard key={link.header_id} link={link} />
    ),
  )
}

function IssueCard({ link }: { link: OwnLink & { kind: 'issue' } }) {
  const navigate = useNavigateOnClick()
  const params = { id: link.project_id, number: link.number }
  const { data: issue } = useRead(getIssueByNumber, { params }, withoutRedirects)
  // for the name of the status
  const { data: project } = useRead(getProject, { params: { id: link.project_id } }, withoutRedirects)
  if (!issue) return null
  return (
    <a href={paths.issue(link.project_id, link.number)} onClick={navigate} className={card}>
      <StatusBadge status={issue.status} name={project?.vocabulary?.status.names[issue.status]} iconOnly />
      <span className="flex-none text-text-muted tabular-nums">#{issue.number}</span>
      <span className="min-w-0 truncate font-medium">{issue.name}</span>
    </a>
  )
}

function FileCard({ link }: { link: OwnLink & { kind: 'file' } }) {
  const navigate = useNavigateOnClick()
  const { data } = useRead(listHeaders, { params: { id: link.project_id }, query: {} }, withoutRedirects)
  const headers = (data ?? []).flatMap((each) => ('headers' in each ? each.headers : [each]))
  const header = headers.find(({ id }) => id === link.header_id)
  if (!header) return null
  const isModel = header.type_of === 'MODEL'
  const href = isModel
    ? paths.viewer(link.project_id, { models: [header.id] })
    : paths.file(link.project_id, header.id)
  return (
    <a href={href} onClick={navigate} className={card}>
      <Box aria-hidden className="size-4 flex-none text-text-muted" />
      <span className="min-w-0 truncate font-medium">{header.name}</span>
    </a>
  )
}

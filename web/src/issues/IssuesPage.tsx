import { useNavigate, useParams, usePlace } from '../app/navigation.tsx'
import { paths } from '../app/paths.ts'
import { useProject } from '../projects/use-project.ts'
import { IssueDetail } from './IssueDetail.tsx'
import { IssueList } from './IssueList.tsx'
import { useIssueText } from './text.ts'

/** The list, and beside it the issue in the address; on phones one at a time. */
export function IssuesPage() {
  const text = useIssueText()
  const project = useProject()
  const { number } = useParams()
  const { search } = usePlace()
  const navigate = useNavigate()
  const open = number !== undefined && /^\d{1,9}$/.test(number) ? Number(number) : null
  return (
    <div className="flex h-full min-h-0">
      <div className={`flex min-w-0 flex-1 flex-col ${open === null ? '' : 'max-lg:hidden'}`}>
        <IssueList project={project} open={open} />
      </div>
      {open !== null && (
        <div className="flex w-full flex-none flex-col border-line border-s bg-surface lg:w-120">
          {/* the list's own heading is not there beside it on a narrow screen */}
          <h1 className="sr-only lg:hidden">{text.issueNumber(open)}</h1>
          <IssueDetail
            key={open}
            project={project}
            number={open}
            onClose={() => navigate(paths.issues(project.id) + search)}
          />
        </div>
      )}
    </div>
  )
}

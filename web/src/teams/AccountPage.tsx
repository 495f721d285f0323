import { listTeamProjects } from '@plumbline/contract/projects'
import { useRead } from '../api/query.ts'
import { paths } from '../app/paths.ts'
import { useMe } from '../app/session.ts'
import { storage } from '../app/storage.ts'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Card } from '../ui/Card.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Link } from '../ui/Link.tsx'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'
import { useTeamText } from './text.ts'

/** The current company: who it is, what one is in it, its projects. */
export function AccountPage() {
  const text = useTeamText()
  const me = useMe()
  const current = storage.teamId()
  const membership = me.teams.find((each) => each.team_id === current) ?? me.teams[0]
  if (!membership)
    return (
      <EmptyState
        whole
        drawing="people"
        title={text.noCompany}
        action={
          <ButtonLink look="primary" href={paths.onboarding}>
            {text.createCompany}
          </ButtonLink>
        }
      >
        {text.noCompanyHint}
      </EmptyState>
    )
  return (
    <div className="mx-auto flex max-w-180 flex-col gap-6 p-4 sm:p-6">
      <h1 className="font-semibold text-26">{membership.team.name}</h1>
      <Card title={text.general}>
        <dl className="grid grid-cols-[8rem_1fr] gap-2">
          <dt className="text-text-muted">{text.name}</dt>
          <dd>{membership.team.name}</dd>
          <dt className="text-text-muted">{text.yourRole}</dt>
          <dd>{text.roles[membership.role]}</dd>
        </dl>
      </Card>
      <Card title={text.projects}>
        <Projects teamId={membership.team_id} />
      </Card>
    </div>
  )
}

function Projects({ teamId }: { teamId: string }) {
  const text = useTeamText()
  const { data } = useRead(listTeamProjects, { params: { id: teamId } })
  if (!data)
    return (
      <Skeleton>
        <SkeletonRows rows={3} />
      </Skeleton>
    )
  if (data.length === 0) return <p className="text-text-muted">{text.noProjects}</p>
  return (
    <ul className="flex flex-col gap-2">
      {data.map((project) => (
        <li key={project.id}>
          <Link quiet href={paths.project(project.id)}>
            {project.name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

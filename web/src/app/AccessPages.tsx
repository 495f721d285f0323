import { listMembers, listMyAccessRequests, membersOf } from '@plumbline/contract/access'
import { listTeamMembers } from '@plumbline/contract/teams'
import { useRead } from '../api/query.ts'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { longDate } from './dates.ts'
import { Problem } from './Problem.tsx'
import { paths } from './paths.ts'
import { SwitchCompany } from './SwitchCompany.tsx'
import { useMe } from './session.ts'
import { storage } from './storage.ts'
import { useAppText } from './text.ts'

/** The pages that a refusal leads to: what was refused, and who can change that. */

const nameOf = ({ user }: { user: { first_name: string; last_name: string } }) =>
  `${user.first_name} ${user.last_name}`

/** The people to ask, at most three, as the language lists them. */
function useNames(people: { user: { first_name: string; last_name: string } }[]): string {
  const { locale } = useAppText()
  return new Intl.ListFormat(locale, { type: 'disjunction' }).format(people.slice(0, 3).map(nameOf))
}

export function RestrictedPage() {
  const text = useAppText()
  const refused = storage.refusedPath()
  const project = /^\/project\/([^/]+)/.exec(refused ?? '')?.[1]
  const { data: members } = useRead(
    listMembers,
    { params: { id: project ?? '' } },
    { enabled: Boolean(project), redirects: false },
  )
  const { data: requests } = useRead(listMyAccessRequests, {}, { redirects: false })
  const pending = requests?.find(({ project_id, state }) => project_id === project && state === 'PENDING')
  const admins = useNames(membersOf(members ?? []).filter((member) => member.permission_level === 'ADMIN'))
  const hint = pending
    ? text.requestedOn(pending.project_name, longDate(pending.created_at))
    : admins
      ? text.askAdministrator(admins)
      : text.restrictedHint
  return (
    <Problem
      title={text.restricted}
      hint={hint}
      action={
        <>
          <ButtonLink look="primary" href={paths.projects}>
            {text.toProjects}
          </ButtonLink>
          {!members && <ButtonLink href={paths.client()}>{text.requestAccess}</ButtonLink>}
          <SwitchCompany />
        </>
      }
      detail={refused && <code className="break-all font-mono text-12 text-text-muted">{refused}</code>}
    />
  )
}

export function PaymentPage() {
  const text = useAppText()
  const me = useMe()
  const team = storage.teamId() ?? ''
  const mine = me.teams.find(({ team_id }) => team_id === team)
  const { data: members } = useRead(
    listTeamMembers,
    { params: { id: team } },
    { enabled: Boolean(mine), redirects: false },
  )
  const fixers = useNames((members ?? []).filter(({ role }) => role !== 'MEMBER'))
  const mayFix = mine !== undefined && mine.role !== 'MEMBER'
  return (
    <Problem
      title={text.payment}
      hint={mayFix || !fixers ? text.paymentHint : `${text.paymentHint} ${text.ask(fixers)}`}
      action={
        <>
          <ButtonLink look="primary" href={mayFix ? paths.account : paths.projects}>
            {mayFix ? text.toBilling : text.toProjects}
          </ButtonLink>
          <SwitchCompany />
        </>
      }
    />
  )
}

import { getProject } from '@plumbline/contract/projects/projects'
import { listTeamMembers } from '@plumbline/contract/teams/teams'
import { use } from 'react'
import { useRead } from '../api/query.ts'
import { translateReason } from '../api/reason-text.ts'
import { switchTeam, useMe } from '../api/session.ts'
import { FullPageError } from '../base/FullPageError.tsx'
import { LanguageContext } from '../base/language.ts'
import { useNavigate, useReturnToHiddenPage } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { storage } from '../base/storage.ts'
import { useNameList } from '../base/use-name-list.ts'
import { SwitchCompany } from '../teams/SwitchCompany.tsx'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { capitalise } from '../ui/toast.ts'
import { useBillingText } from './text.ts'

/** The company whose plan refused the request: the owner of the open project, else the current company. */
function useRefusingTeam(): { id: string; name: string } {
  const me = useMe()
  const current = storage.teamId() ?? ''
  const project = /^\/project\/([^/]+)/.exec(storage.refusedPath() ?? '')?.[1]
  const { data } = useRead(
    getProject,
    { params: { id: project ?? '' } },
    { enabled: Boolean(project), redirects: false },
  )
  if (data) return { id: data.team_id, name: data.team_name }
  return { id: current, name: me.teams.find(({ team_id }) => team_id === current)?.team.name ?? '' }
}

/** The page after a 402: the reason, the people who can change the plan, and the assurance that no data is lost. */
export function PaymentPage() {
  const text = useBillingText()
  const { texts } = use(LanguageContext)
  const me = useMe()
  const navigate = useNavigate()
  const back = useReturnToHiddenPage()
  const team = useRefusingTeam()
  const membership = me.teams.find(({ team_id }) => team_id === team.id)
  const mayChangePlan = membership !== undefined && membership.role !== 'MEMBER'
  const { data: members = [] } = useRead(
    listTeamMembers,
    { params: { id: team.id } },
    { enabled: membership !== undefined && !mayChangePlan, redirects: false },
  )
  const billingAdmins = useNameList(members.filter(({ role }) => role !== 'MEMBER')) || team.name
  const refusal = storage.refusedFor()
  const reason =
    refusal &&
    capitalise(translateReason(texts, refusal.reason) ?? texts?.errors.payment_required ?? refusal.message)
  function toBilling() {
    if (team.id !== storage.teamId()) switchTeam(team.id)
    navigate(paths.accountPart('plan'))
  }
  return (
    <FullPageError
      title={text.attention}
      hint={[reason, text.allSafe, !mayChangePlan && billingAdmins && text.ask(billingAdmins)]
        .filter(Boolean)
        .join(' ')}
      action={
        <>
          {mayChangePlan ? (
            <Button look="primary" onClick={toBilling}>
              {text.toBilling}
            </Button>
          ) : (
            <ButtonLink look="primary" href={paths.projects}>
              {text.toProjects}
            </ButtonLink>
          )}
          {back && <Button onClick={back}>{text.back}</Button>}
          <SwitchCompany />
        </>
      }
      detail={back && <p className="text-13 text-text-muted">{text.typedIsKept}</p>}
    />
  )
}

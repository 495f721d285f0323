import type { ReplyOf } from '@plumbline/contract/http'
import { getTeamConfiguration } from '@plumbline/contract/teams/configuration'
import { useRead } from '../api/query.ts'
import { useMe } from '../api/session.ts'
import { paths } from '../base/paths.ts'
import { Banner } from '../ui/Banner.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { formatStorage } from './money.ts'
import { type BillingText, useBillingText } from './text.ts'

interface PlannedUsage {
  projects?: number
  /** sizes of files */
  files?: readonly number[]
}
type Configuration = ReplyOf<typeof getTeamConfiguration>

/** The first limit of the plan that the needs exceed, as a sentence; null when none is known to be exceeded. */
function findExceededLimit(
  configuration: Configuration,
  wanted: PlannedUsage,
  text: BillingText,
): string | null {
  const { limits, usage, plan } = configuration
  if (plan.slug === 'self_hosted') return null
  const { projects = 0, files = [] } = wanted
  if (
    projects > 0 &&
    limits.active_projects !== null &&
    usage.active_projects + projects > limits.active_projects
  )
    return text.limit.active_projects(limits.active_projects)
  if (files.some((size) => size > limits.file_bytes))
    return text.limit.file_bytes(formatStorage(limits.file_bytes))
  const stored = files.reduce((sum, size) => sum + size, usage.storage_bytes)
  if (files.length > 0 && limits.storage_bytes !== null && stored > limits.storage_bytes)
    return text.limit.storage_bytes(formatStorage(limits.storage_bytes))
  return null
}

/** Warns before anything is typed or uploaded that the company's plan does not cover it. */
export default function LimitHint({ teamId, ...planned }: PlannedUsage & { teamId: string }) {
  const text = useBillingText()
  const membership = useMe().teams.find(({ team_id }) => team_id === teamId)
  const { data } = useRead(
    getTeamConfiguration,
    { params: { id: teamId } },
    { enabled: membership !== undefined, redirects: false },
  )
  const words = data && findExceededLimit(data, planned, text)
  if (!words) return null
  return (
    <div className="mb-4">
      <Banner
        tone="warning"
        action={
          membership?.role !== 'MEMBER' && (
            <ButtonLink size="small" href={paths.accountPart('plan')}>
              {text.toBilling}
            </ButtonLink>
          )
        }
      >
        {words}
      </Banner>
    </div>
  )
}

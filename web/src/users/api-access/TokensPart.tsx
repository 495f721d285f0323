import { type ApiToken, listTokens, revokeToken } from '@plumbline/contract/auth/tokens'
import { getProject, listProjects, maxListedProjects } from '@plumbline/contract/projects/projects'
import { SquareTerminal } from 'lucide-react'
import { useState } from 'react'
import { useRead, useWrite } from '../../api/query.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { useQuestion } from '../../ui/use-question.ts'
import { longDate, shortDateTime } from '../dates.ts'
import { ListState } from '../me/ListState.tsx'
import { NewTokenDialog } from './NewTokenDialog.tsx'
import { useApiAccessText } from './text.ts'

export function TokensPart() {
  const text = useApiAccessText()
  const [adding, setAdding] = useState(false)
  const { about: revoking, ...question } = useQuestion<ApiToken>()
  const tokens = useRead(listTokens, {})
  const revoke = useWrite(revokeToken, { onDone: () => toast.success() })
  return (
    <>
      <h3 className="font-medium">{text.tokens}</h3>
      <p className="mb-2 text-13 text-text-muted">{text.tokensHint}</p>
      <ListState read={tokens} empty={text.noTokens}>
        {(token) => <TokenRow key={token.id} token={token} onRevoke={() => question.ask(token)} />}
      </ListState>
      <Button className="mt-4" onClick={() => setAdding(true)}>
        {text.newToken}
      </Button>
      <NewTokenDialog open={adding} onClose={() => setAdding(false)} />
      <AlertDialog
        open={revoking !== null}
        onClose={question.close}
        title={text.revokeToken}
        action={text.revokeToken}
        onConfirm={() =>
          revoking &&
          revoke
            .send({ params: { tokenId: revoking.id } })
            .then(() => question.closeFor(revoking))
            .catch(() => {})
        }
      >
        {revoking && text.revokeHint(revoking.name)}
      </AlertDialog>
    </>
  )
}

/** The name of the project a token is limited to, or "All projects". */
function useTokenScopeName({ project_id }: ApiToken): string {
  const text = useApiAccessText()
  const { data: projects } = useRead(listProjects, {}, { enabled: project_id !== null })
  const listed = projects?.find(({ id }) => id === project_id)
  // one answer may not have all projects
  const enabled = projects?.length === maxListedProjects && !listed
  const params = { id: project_id ?? '' }
  const { data: unlisted, isLoading } = useRead(getProject, { params }, { enabled, redirects: false })
  if (project_id === null) return text.allProjects
  if (!projects || isLoading) return '…'
  return (listed ?? unlisted)?.name ?? text.projectGone
}

function TokenRow({ token, onRevoke }: { token: ApiToken; onRevoke: () => void }) {
  const text = useApiAccessText()
  const reach = useTokenScopeName(token)
  const hasEnded = token.expires_at !== null && Date.parse(token.expires_at) <= Date.now()
  const facts = [
    text.made(longDate(token.created_at)),
    token.used_at ? text.used(shortDateTime(token.used_at)) : text.neverUsed,
    ...(token.expires_at && !hasEnded ? [text.expires(longDate(token.expires_at))] : []),
  ]
  return (
    <li className="flex items-center gap-3 border-line border-b py-2 last:border-b-0">
      <SquareTerminal aria-hidden className="flex-none text-text-muted" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="min-w-0 truncate font-medium">{token.name}</span>
          <Badge>{text.scopes[token.scope]}</Badge>
          {hasEnded && <Badge tone="warning">{text.expired}</Badge>}
        </p>
        <p className="truncate text-13 text-text-muted">
          {reach}, <span className="font-mono">{text.endsWith(token.ends_with)}</span>
        </p>
        <p className="text-13 text-text-muted">{facts.join(', ')}</p>
      </div>
      <Button size="small" aria-label={text.revokeNamed(token.name)} onClick={onRevoke}>
        {text.revoke}
      </Button>
    </li>
  )
}

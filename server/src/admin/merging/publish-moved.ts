import { tellChat } from '../../chat/tell-chat.ts'
import type { PublicCtx } from '../../context.ts'
import type { Audience } from '../../live/tell.ts'
import { publishTeamUpdated } from '../../teams/team-members.ts'
import { getUserAudience } from '../../users/connected-users.ts'
import { tellMergedIssues } from './merge-issues.ts'
import type { Moved } from './move-everything.ts'
import type { MergedPair } from './move-references.ts'

type PublishContext = Pick<PublicCtx, 'tx' | 'tell'>

/** Publishes the projects of the given-up account; notifies nobody about a new member, since nobody has joined. */
async function publishProjects({ tell }: PublishContext, { kept, given_up }: MergedPair, moved: Moved) {
  const audience = { level: 'VIEWER' } as const
  for (const project_id of moved.projects) {
    const data = { user_id: given_up }
    await tell('member.removed', { project_id, data, audience, cause: { kind: 'FAREWELL' } })
    await tell('member.updated', {
      project_id,
      data: { user_id: kept },
      audience,
      cause: { kind: 'CHANGED' },
    })
  }
  for (const project_id of moved.requests)
    await tell('access.updated', { project_id, data: {}, audience: { level: 'ADMIN' } })
  for (const project_id of moved.fields)
    await tell('custom_field.updated', { project_id, data: {}, audience })
  for (const project_id of moved.templates)
    await tell('issue_template.updated', { project_id, data: {}, audience })
  for (const project_id of moved.lists) await tell('issue_view.updated', { project_id, data: {}, audience })
}

/** Publishes the changed rows, and both accounts to everybody who saw one of them. */
export async function publishMoved(
  ctx: PublishContext,
  pair: MergedPair,
  moved: Moved,
  saw: Audience,
): Promise<void> {
  const { tx, tell } = ctx
  const { kept, given_up } = pair
  await publishProjects(ctx, pair, moved)
  const others = 'users' in saw ? saw.users : []
  for (const team_id of moved.teams) await publishTeamUpdated(ctx, team_id, { others })
  await tellMergedIssues(ctx, moved.issues)
  for (const [id, users] of moved.chats)
    await tellChat(
      tell,
      { id, project_id: null },
      [...new Set([...users, kept])].filter((user) => user !== given_up),
    )
  if (moved.readers.length > 0)
    await tell('notification.updated', { project_id: null, data: {}, audience: { users: moved.readers } })
  const sees = await getUserAudience(tx, kept)
  const audience = { users: [...new Set([...others, ...('users' in sees ? sees.users : [])])] }
  for (const user_id of [given_up, kept])
    await tell('user.updated', { project_id: null, data: { user_id }, audience, cause: { kind: 'CHANGED' } })
}

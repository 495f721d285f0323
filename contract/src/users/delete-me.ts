import { endpoint } from '../http.ts'

/** What people do with their own account beyond its name: picture, questions about the company, export, deletion. */

export const deleteMe = endpoint({
  method: 'DELETE',
  path: '/api/me',
  access: 'user',
  summary:
    'Delete the account: what one wrote stays without a name, companies of which one is the only member are closed. Refused while one owns a company that has other members',
  reply: null,
  refuses: ['wrong_state'],
  tells: [
    'user.updated',
    'member.removed',
    'team.updated',
    'project.deleted',
    'access.updated',
    'issue.updated',
    'chat.updated',
  ],
})

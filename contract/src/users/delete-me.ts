import { endpoint } from '../http.ts'

export const deleteMe = endpoint({
  method: 'DELETE',
  path: '/api/me',
  access: 'user',
  summary:
    'Delete the caller’s account: authored content stays anonymously, and companies with no other member are closed. Refused while the caller owns a company with other members',
  reply: null,
  refuses: ['wrong_state'],
  tells: [
    'user.updated',
    'member.removed',
    'team.updated',
    'project.deleted',
    'access.updated',
    'issue.updated',
    'custom_field.updated',
    'chat.updated',
  ],
})

/** Events after which a list of issues is read again; apart from the lists, because the browser needs them first. */
export const listEvents = [
  'issue.created',
  'issue.updated',
  'issue.deleted',
  'comment.updated',
  'member.updated',
  'member.removed',
  'project.updated',
  'level.updated',
  'section.updated',
] as const

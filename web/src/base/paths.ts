/** Every address of the application. Links and redirects take theirs from here. */
export const paths = {
  root: '/',
  welcome: '/welcome',
  login: '/login',
  /** the session ended while somebody worked */
  signedOut: '/login?signed_out',
  signup: '/signup',
  resetPassword: '/reset-password',
  unsubscribe: '/unsubscribe',
  createAccount: '/create-account',
  onboarding: '/onboarding',
  kyc: '/kyc',
  /** joining a project from outside, with its code where it is known */
  client: (code?: string) => `/client${code ? `?code=${encodeURIComponent(code)}` : ''}`,
  restricted: '/errors/restricted',
  payment: '/errors/payment',
  projects: '/projects',
  chat: '/chat',
  /** a conversation, at a message by its position or where one left off */
  thread: (chatId: string, position?: number) =>
    `/chat?thread=${chatId}${position ? `&message=${position}` : ''}`,
  terms: '/terms',
  me: '/me',
  apiAccess: '/me#api-access',
  /** where programs send people to be allowed (OAuth 2) */
  authorize: '/oauth/authorize',
  account: '/account',
  accountPart: (part: string) => `/account?part=${part}`,
  newCompany: '/account?new=company',
  project: (id: string) => `/project/${id}`,
  overview: (id: string) => `/project/${id}/overview`,
  activity: (id: string) => `/project/${id}/activity`,
  /** the list, filtered as contract/src/issues/filter.ts spells it */
  issues: (id: string, filter: Record<string, string | undefined> = {}) => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value)
    const search = query.toString()
    return `/project/${id}/issues${search ? `?${search}` : ''}`
  },
  newIssue: (id: string) => `/project/${id}/issues?new=1`,
  /** over the list: the dialog for a new file, or an import by its id */
  importBcf: (id: string, importId = 'new') => `/project/${id}/issues?bcf=${importId}`,
  exportBcf: (id: string) => `/project/${id}/issues?export=bcf`,
  issue: (id: string, number: number) => `/project/${id}/issues/${number}`,
  models: (id: string) => `/project/${id}/models`,
  /** search over what the models contain */
  elements: (id: string, q = '') => `/project/${id}/elements${q ? `?q=${encodeURIComponent(q)}` : ''}`,
  /** a drawing or mesh, in its current version or another */
  file: (id: string, headerId: string, version?: number) =>
    `/project/${id}/models/${headerId}${version ? `?version=${version}` : ''}`,
  projectSettings: (id: string) => `/project/${id}/settings`,
  webhooks: (id: string) => `/project/${id}/settings#webhooks`,
  members: (id: string) => `/project/${id}/members`,
  /** the models named, or all of the project's when none is; `select`: GlobalIds of at most 100 elements */
  viewer: (
    id: string,
    options: {
      models?: string[]
      issue?: number
      /** of the issue; the first one when absent */
      viewpoint?: string
      select?: string[]
      compare?: string
      /** what is seen, as bim/viewer/view-url.ts writes it */
      view?: Record<string, string | undefined>
    } = {},
  ) => {
    const query = new URLSearchParams()
    if (options.models?.length) query.set('models', options.models.join(','))
    if (options.issue) query.set('issue', String(options.issue))
    if (options.viewpoint) query.set('viewpoint', options.viewpoint)
    // ids of two versions of one file: `<from>..<to>`
    if (options.compare) query.set('compare', options.compare)
    if (options.select?.length) query.set('select', options.select.join(','))
    for (const [name, value] of Object.entries(options.view ?? {})) if (value) query.set(name, value)
    const search = query.toString()
    return `/project/${id}/viewer${search ? `?${search}` : ''}`
  },
}

/** Whether a path (without query) is a page of the shell, which is remembered as the last visited. */
export function isShellPath(path: string): boolean {
  return /^\/(projects|project\/[^/]+(\/.*)?|q\/[^/]+|chat|terms|me|account)\/?$/.test(path)
}

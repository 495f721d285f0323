import { formatModelChoice } from './model-choice.ts'

/** The URLs of the application, used by all links and redirects. */
export const paths = {
  root: '/',
  welcome: '/welcome',
  login: '/login',
  /** sign-in after the session has ended */
  signedOut: '/login?signed_out',
  /** sign-in after an operator of the server locked the account */
  locked: '/login?locked',
  /** sign-in after an operator of the server merged the account into another account of the person */
  merged: '/login?merged',
  signup: '/signup',
  resetPassword: '/reset-password',
  unsubscribe: '/unsubscribe',
  createAccount: '/create-account',
  onboarding: '/onboarding',
  kyc: '/kyc',
  /** joins a project from outside, with its code if known */
  client: (code?: string) => `/client${code ? `?code=${encodeURIComponent(code)}` : ''}`,
  restricted: '/errors/restricted',
  payment: '/errors/payment',
  projects: '/projects',
  /** the person's issues in all projects: `TO_DO` or `TO_CHECK` */
  myIssues: (kind = 'TO_DO') => `/issues${kind === 'TO_DO' ? '' : `?kind=${kind}`}`,
  chat: '/chat',
  /** a conversation, at a message position or at the first unread one */
  thread: (chatId: string, position?: number) =>
    `/chat?thread=${chatId}${position ? `&message=${position}` : ''}`,
  terms: '/terms',
  /** the user guide: its contents, or a chapter with a section */
  help: (chapter?: string, section?: string) =>
    `/help${chapter ? `/${chapter}` : ''}${section ? `?section=${encodeURIComponent(section)}` : ''}`,
  me: '/me',
  apiAccess: '/me#api-access',
  /** the OAuth 2 consent page */
  authorize: '/oauth/authorize',
  account: '/account',
  /** for the operators of the server */
  admin: '/admin',
  adminPart: (part: string) => `/admin?part=${part}`,
  administeredPerson: (id: string) => `/admin?part=people&person=${id}`,
  accountPart: (part: string) => `/account?part=${part}`,
  newCompany: '/account?new=company',
  project: (id: string) => `/project/${id}`,
  overview: (id: string) => `/project/${id}/overview`,
  activity: (id: string) => `/project/${id}/activity`,
  /** the issue list, filtered with the parameters of contract/src/issues/filter.ts */
  issues: (id: string, filter: Record<string, string | undefined> = {}) => {
    const query = new URLSearchParams()
    for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value)
    const search = query.toString()
    return `/project/${id}/issues${search ? `?${search}` : ''}`
  },
  newIssue: (id: string) => `/project/${id}/issues?new=1`,
  /** the import dialog over the list, for a new file or an import in progress */
  importBcf: (id: string, importId = 'new') => `/project/${id}/issues?bcf=${importId}`,
  exportBcf: (id: string) => `/project/${id}/issues?export=bcf`,
  issue: (id: string, number: number) => `/project/${id}/issues/${number}`,
  models: (id: string) => `/project/${id}/models`,
  /** the search over model elements */
  elements: (id: string, q = '') => `/project/${id}/elements${q ? `?q=${encodeURIComponent(q)}` : ''}`,
  /** a drawing or mesh, at its current or a given version */
  file: (id: string, headerId: string, version?: number) =>
    `/project/${id}/models/${headerId}${version ? `?version=${version}` : ''}`,
  /** the page of a QR sheet with the issues near it, also where a scan would open the model */
  sheet: (markerId: string) => `/q/${markerId}?issues`,
  projectSettings: (id: string) => `/project/${id}/settings`,
  webhooks: (id: string) => `/project/${id}/settings#webhooks`,
  members: (id: string) => `/project/${id}/members`,
  /** the 3D view of the given models, or of all; `select`: GlobalIds of at most 100 elements */
  viewer: (
    id: string,
    options: {
      models?: string[]
      issue?: number
      /** a viewpoint of the issue; the first one by default */
      viewpoint?: string
      select?: string[]
      compare?: string
      /** a QR sheet to look at */
      sheet?: string
      /** the view state in the format of bim/viewer/view-url.ts */
      view?: Record<string, string | undefined>
    } = {},
  ) => {
    const query = new URLSearchParams()
    if (options.models?.length) query.set('models', formatModelChoice(options.models) ?? '')
    if (options.issue) query.set('issue', String(options.issue))
    if (options.viewpoint) query.set('viewpoint', options.viewpoint)
    // two versions of a file: `<from>..<to>`
    if (options.compare) query.set('compare', options.compare)
    if (options.select?.length) query.set('select', options.select.join(','))
    if (options.sheet) query.set('sheet', options.sheet)
    for (const [name, value] of Object.entries(options.view ?? {})) if (value) query.set(name, value)
    const search = query.toString()
    return `/project/${id}/viewer${search ? `?${search}` : ''}`
  },
}

/** True for pages inside the shell, which are remembered as the last visited one. */
export function isShellPath(path: string): boolean {
  return /^\/(projects|project\/[^/]+(\/.*)?|issues|q\/[^/]+|chat|terms|me|account|admin)\/?$/.test(path)
}
